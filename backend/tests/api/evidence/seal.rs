//! The installation's key: published, named in mails, rotated, and checked by other programs.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

use poem::{
    Body, EndpointExt as _, Route, Server, handler, http::StatusCode, listener::TcpListener, web::Data,
};
use proffer_domain::{
    evidence::{Signer, Verdict, verify_file},
    seal::{Fingerprint, PUBLISHED_AT, SealingKey},
};
use serde_json::Value;

use super::{CLIENT, signed, signed_by};
use crate::{
    sharing::Link,
    support::{
        actor::text,
        app::{SEALING_KEY, Setup, TestApp},
    },
};

/// The keys that the site publishes.
async fn published(app: &TestApp) -> Vec<Value> {
    app.anonymous().get(PUBLISHED_AT).await.expect(200)["keys"].as_array().unwrap().clone()
}

fn fingerprints(keys: &[Value]) -> Vec<Fingerprint> {
    keys.iter().map(|key| text(&key["fingerprint"]).parse().unwrap()).collect()
}

#[tokio::test]
async fn documents_are_authentic_by_the_published_key_and_mails_name_it() {
    let link = signed().await;
    let mails = link.app.mail().await;
    let keys = published(&link.app).await;
    assert_eq!((keys.len(), &keys[0]["signs"]), (1, &Value::Bool(true)));
    let fingerprint = text(&keys[0]["fingerprint"]);
    let to_client = mails.iter().find(|mail| mail.to == CLIENT).unwrap();
    assert!(to_client.text.contains(fingerprint), "{}", to_client.text);
    assert!(
        text(&link.queued("notify").await[0]["words"]).contains(fingerprint),
        "the team is told the key too"
    );

    let document = link.document().await;
    let evidence = link.evidence().await;
    for file in [&document.body, &evidence.body] {
        assert_eq!(verify_file(file, &fingerprints(&keys)).verdict, Verdict::Authentic);
        assert_eq!(verify_file(file, &[]).verdict, Verdict::Intact, "to a reader who does not know the key");
    }
    link.app.finish().await;
}

#[tokio::test]
async fn a_new_key_signs_and_the_former_one_stays_known() {
    let link = signed().await;
    link.app.mail().await;
    let before = link.document().await;
    let former = SealingKey::from_pem(SEALING_KEY, "proffer.example").unwrap().public();
    let next = SealingKey::new_pem(&[3; 32]).unwrap();
    let setup = Setup::default()
        .on(&link.app, 2)
        .with("SEALING_KEY", next)
        .with("SEALING_OLD_KEYS", former.to_pem().unwrap());
    let rotated = setup.start().await;
    let keys = published(&rotated).await;
    assert_eq!(keys.iter().map(|key| key["signs"] == true).collect::<Vec<_>>(), [true, false]);
    let known = fingerprints(&keys);
    assert_eq!(known[1], former.fingerprint());
    assert_eq!(verify_file(before.expect_bytes(200), &known).verdict, Verdict::Authentic);
    // What was sealed stays as it is; the evidence up to now is signed with the new key.
    let owner = rotated.sign_in("ada").await;
    assert!(owner.get(link.document_path()).await.expect_bytes(200) == before.body);
    let evidence = owner.get(link.evidence_path()).await;
    assert_eq!(
        verify_file(evidence.expect_bytes(200), &known).evidence_signer,
        Some(Signer::Known(known[0].clone()))
    );
    rotated.finish().await;
    link.app.finish().await;
}

/// A timestamp authority run by `openssl ts`, which can be told to fail.
struct Authority {
    url: String,
    certificate: PathBuf,
    fails: Arc<AtomicBool>,
}

#[derive(Clone)]
struct Desk {
    folder: PathBuf,
    fails: Arc<AtomicBool>,
}

#[handler]
async fn answer(Data(desk): Data<&Desk>, query: Body) -> (StatusCode, Vec<u8>) {
    if desk.fails.load(Ordering::SeqCst) {
        return (StatusCode::SERVICE_UNAVAILABLE, Vec::new());
    }
    fs::write(desk.folder.join("query.tsq"), query.into_bytes().await.unwrap()).unwrap();
    let arguments =
        "ts -reply -config tsa.cnf -queryfile query.tsq -signer tsa.pem -inkey tsa.key -out answer.tsr";
    openssl(&desk.folder, arguments).unwrap();
    (StatusCode::OK, fs::read(desk.folder.join("answer.tsr")).unwrap())
}

/// `None` where openssl is not installed.
fn openssl(folder: &Path, arguments: &str) -> Option<()> {
    let output = Command::new("openssl").args(arguments.split(' ')).current_dir(folder).output().ok()?;
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    Some(())
}

impl Authority {
    async fn start(folder: &Path) -> Option<Self> {
        let folder = folder.join("tsa");
        fs::create_dir_all(&folder).unwrap();
        let section = "[tsa]\ndefault_tsa = own\n[own]\nserial = serial\ndefault_policy = 1.2.3.4\ndigests = sha256\n\
                       signer_digest = sha256\ness_cert_id_alg = sha256\n[req]\ndistinguished_name = name\n[name]\n";
        fs::write(folder.join("tsa.cnf"), section).unwrap();
        let certificate = "req -x509 -config tsa.cnf -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -keyout tsa.key -out tsa.pem -subj /CN=Time \
                           -days 3650 -addext extendedKeyUsage=critical,timeStamping -addext keyUsage=critical,digitalSignature";
        openssl(&folder, certificate)?;
        let fails = Arc::new(AtomicBool::new(false));
        let socket = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        let url = format!("http://{}/", socket.local_addr().unwrap());
        drop(socket);
        let desk = Desk { folder: folder.clone(), fails: fails.clone() };
        let address = url.trim_start_matches("http://").trim_end_matches('/').to_owned();
        let acceptor = poem::listener::Listener::into_acceptor(TcpListener::bind(address)).await.unwrap();
        tokio::spawn(
            Server::new_with_acceptor(acceptor).run(Route::new().at("/", poem::post(answer)).data(desk)),
        );
        Some(Self { url, certificate: folder.join("tsa.pem"), fails })
    }
}

/// A proposal signed at a server with a timestamp authority.
async fn signed_with_timestamps(folder: &Path) -> Option<(Link, Authority)> {
    let authority = Authority::start(folder).await?;
    let app = Setup::default().with("TIMESTAMP_URL", authority.url.clone()).start().await;
    let owner = app.owner_with_company("ada").await;
    Some((signed_by(app, owner).await, authority))
}

#[tokio::test]
async fn a_timestamp_authority_is_asked_and_waited_for() {
    let folder = tempfile::tempdir().unwrap();
    let Some((link, authority)) = signed_with_timestamps(folder.path()).await else { return };
    authority.fails.store(true, Ordering::SeqCst);
    link.document().await.problem(503, "document_in_progress");
    link.app.run_jobs().await;
    assert_eq!(link.sealed().await, 0, "without its timestamp no document is kept");
    authority.fails.store(false, Ordering::SeqCst);
    link.app.make_retries_due().await;
    link.app.mail().await;
    let document = link.document().await;
    let report = verify_file(document.expect_bytes(200), &fingerprints(&published(&link.app).await));
    assert_eq!(report.verdict, Verdict::Authentic);
    assert!(report.timestamp.is_some(), "{:#?}", report.lines());
    link.app.finish().await;
}

/// The judgement of pyHanko, which knows nothing of this product; `None` where it is not installed.
fn pyhanko(file: &[u8], trusted: &[&Path]) -> Option<String> {
    let program = std::env::var("PYHANKO_BIN").ok()?;
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("signed.pdf"), file).unwrap();
    let mut command = Command::new(program);
    command.args(["sign", "validate", "--pretty-print", "--trust-replace"]).current_dir(folder.path());
    for certificate in trusted {
        command.arg("--trust").arg(certificate);
    }
    let output = command.arg("signed.pdf").output().unwrap();
    Some(String::from_utf8([output.stdout, output.stderr].concat()).unwrap())
}

#[tokio::test]
async fn another_program_calls_the_document_valid_and_one_made_by_hand_not() {
    let folder = tempfile::tempdir().unwrap();
    let Some((link, authority)) = signed_with_timestamps(folder.path()).await else { return };
    link.app.mail().await;
    let document = link.document().await.expect_bytes(200).to_vec();
    let own = folder.path().join("own.pem");
    fs::write(&own, text(&published(&link.app).await[0]["certificate"])).unwrap();
    if let Some(said) = pyhanko(&document, &[&own, &authority.certificate]) {
        for words in [
            "The signature is judged VALID.",
            "The signature covers the entire file.",
            "The TSA certificate is trusted.",
        ] {
            assert!(said.contains(words), "{words} is missing in {said}");
        }
    }
    // The same proposal at another installation: everything is right but the key.
    let key = SealingKey::new_pem(&[3; 32]).unwrap();
    let elsewhere = Setup::default().seed(2).with("SEALING_KEY", key).start().await;
    let owner = elsewhere.owner_with_company("ada").await;
    let forged = signed_by(elsewhere, owner).await;
    forged.app.mail().await;
    let forgery = forged.document().await.expect_bytes(200).to_vec();
    assert_eq!(verify_file(&forgery, &fingerprints(&published(&link.app).await)).verdict, Verdict::Intact);
    if let Some(said) = pyhanko(&forgery, &[&own, &authority.certificate]) {
        assert!(
            said.contains("The signer's certificate is untrusted.")
                && said.contains("The signature is judged INVALID."),
            "{said}"
        );
    }
    forged.app.finish().await;
    link.app.finish().await;
}
