//! Keys as operators write them, and timestamps.
#![expect(clippy::unwrap_used, reason = "a test stops at the first surprise")]

use super::*;

/// As `openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256` prints it.
const KEY: &str = "-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgTt5OVoox1i/nn+qI
Mh1X2kifTEUu4ERE0TGyCrF/xwOhRANCAAQnEXvv9FRxdDAYSamea6dEIzXSM+Vv
rkShK5cV4ha+3kicjH9IUxyaFVMUnnzv5ikX1MApaNmCxdL+2/Spmmsu
-----END PRIVATE KEY-----
";

fn key() -> SealingKey {
    SealingKey::from_pem(KEY, "proffer.example").unwrap()
}

#[test]
fn a_key_is_read_as_it_is_printed_and_on_one_line() {
    let again = SealingKey::from_pem(&KEY.replace('\n', "\\n"), "proffer.example").unwrap();
    assert_eq!(again.public(), key().public());
    assert_eq!(again.certificate_pem(), key().certificate_pem(), "the certificate is the same each time");
    let with_chain = format!("{KEY}{}", key().certificate_pem().unwrap());
    assert_eq!(
        SealingKey::from_pem(&with_chain, "other.example").unwrap().certificate_pem(),
        key().certificate_pem()
    );
    assert!(!format!("{:?}", key()).contains("AwEHBG0w"));
}

#[test]
fn a_wrong_key_is_told_what_is_wrong_with_it() {
    let other = SealingKey::new_pem(&[9; 32]).unwrap();
    let cases = [
        ("", KeyError::NoPrivateKey),
        ("secret", KeyError::NoPrivateKey),
        (&key().public().to_pem().unwrap(), KeyError::NoPrivateKey),
        (&KEY.replace("PRIVATE KEY", "EC PRIVATE KEY"), KeyError::NotPkcs8),
        (&KEY.replace("AwEHBG0w", "AwEHBG0"), KeyError::NotP256),
        (&format!("{KEY}{other}"), KeyError::SeveralKeys),
        (&format!("{other}{}", key().certificate_pem().unwrap()), KeyError::OtherCertificate),
        (
            &format!("{KEY}-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----"),
            KeyError::Certificate,
        ),
    ];
    for (text, error) in cases {
        assert_eq!(SealingKey::from_pem(text, "proffer.example").err(), Some(error), "{text}");
    }
}

#[test]
fn former_keys_are_read_from_keys_and_certificates() {
    let (public, certificate) = (key().public().to_pem().unwrap(), key().certificate_pem().unwrap());
    let keys = public_keys(&format!("{public}{certificate}")).unwrap();
    assert_eq!(keys, [key().public(), key().public()]);
    for text in ["", "none", KEY, "-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----\n"] {
        assert_eq!(public_keys(text), Err(KeyError::NotPublic), "{text}");
    }
    assert_eq!(PublicKey::from_base64(&key().public().to_base64()), Some(key().public()));
}

#[test]
fn a_signature_is_of_its_key_and_message() {
    let signature = key().sign(b"hello");
    assert_eq!(signature, key().sign(b"hello"));
    assert!(key().public().verifies(b"hello", &signature));
    assert!(!key().public().verifies(b"hullo", &signature));
    let other = SealingKey::from_pem(&SealingKey::new_pem(&[9; 32]).unwrap(), "proffer.example").unwrap();
    assert!(!other.public().verifies(b"hello", &signature));
}

#[test]
fn fingerprints_are_compared_as_people_copy_them() {
    let fingerprint = key().public().fingerprint();
    let text = fingerprint.to_string();
    let pairs: Vec<String> =
        text.as_bytes().chunks(2).map(|pair| String::from_utf8_lossy(pair).to_uppercase()).collect();
    for written in [text.clone(), pairs.join(":"), pairs.join(" "), format!(" {text}\n")] {
        assert_eq!(written.parse(), Ok(fingerprint.clone()), "{written}");
    }
    for wrong in ["", "abc", &text[1..], &text.replace(|digit: char| digit.is_ascii_digit(), "x")] {
        assert_eq!(wrong.parse::<Fingerprint>(), Err(FingerprintError), "{wrong}");
    }
}

#[test]
fn a_container_is_of_its_document() {
    let signing = Signing::new(&key(), [1; 32]).unwrap();
    let container = signing.container(None).unwrap();
    let expected = DocumentSignature { key: key().public(), timestamp: None };
    assert_eq!(DocumentSignature::verify(&container, [1; 32]), Ok(expected));
    assert_eq!(DocumentSignature::verify(&container, [2; 32]), Err(CmsError::Invalid));
    for at in 0..container.len() {
        let mut other = container.clone();
        if let Some(byte) = other.get_mut(at) {
            *byte ^= 1;
        }
        assert!(DocumentSignature::verify(&other, [1; 32]).is_err(), "byte {at}");
    }
}

#[test]
fn an_answer_without_a_timestamp_is_refused() {
    let query = Query::new(b"signature", [0xff; 8]).unwrap();
    assert!(query.to_der().is_ok());
    assert_eq!(query.token(&[0x30, 5, 0x30, 3, 2, 1, 2]), Err(TokenError::Refused(2)));
    for answer in [b"".as_slice(), b"<html>", &[0x30, 0]] {
        assert!(matches!(query.token(answer), Err(TokenError::Form(_))), "{answer:?}");
    }
}
