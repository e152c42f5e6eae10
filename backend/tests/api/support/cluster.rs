//! One real PostgreSQL for the whole test process, and a separate database for each test.
//!
//! The first test that needs it starts the server and migrates a template. Every test gets a copy of that
//! template, or of one with data (`seeded`), so tests share nothing and run in parallel. The server stops
//! with this process, when a pipe closes, and a watcher then removes its directory, even after a kill.

use std::{
    fs,
    io::pipe,
    os::unix::process::CommandExt,
    path::{Path, PathBuf},
    process::{Command, Stdio},
    sync::{
        OnceLock,
        atomic::{AtomicU32, Ordering},
        mpsc,
    },
};

use proffer_embedded::postgres::{Embedded, Options, Urls};
use rand::{SeedableRng, rngs::StdRng};
use secrecy::{ExposeSecret, SecretString};
use sqlx::{AssertSqlSafe, Connection, PgConnection, PgPool, postgres::PgPoolOptions};
use url::Url;

/// A migrated database without rows.
pub const TEMPLATE: &str = "template_api";

static CLUSTER: OnceLock<Cluster> = OnceLock::new();
static NEXT: AtomicU32 = AtomicU32::new(1);

/// The running server.
pub struct Cluster {
    urls: Urls,
    dir: PathBuf,
}

/// The server, started by the first test that needs it.
pub fn cluster() -> &'static Cluster {
    CLUSTER.get_or_init(|| {
        let (tell, told) = mpsc::channel();
        // A thread with a separate runtime: the server outlives the runtime of the test that starts it.
        std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
            runtime.block_on(async move {
                let dir = proffer_embedded::prepare_data_dir(
                    &place().join(format!("proffer-api-{}", std::process::id())),
                )
                .unwrap();
                let options = Options { data_dir: &dir, binaries: None, durable: false };
                let mut rng = StdRng::seed_from_u64(std::process::id().into());
                let mut server = Embedded::start(&options, &mut rng).await.unwrap();
                remove_after_us(&dir, &server.data_dir());
                let urls = server.urls().clone();
                make_template(&urls).await;
                tell.send(Cluster { urls, dir }).unwrap();
                // Ends with the process. If the server ends earlier, every test reports it.
                eprintln!("{}", server.exited().await);
            });
        });
        told.recv().expect("the database of the tests did not start; see above")
    })
}

/// The directory of the server's files: in memory if there is room. Each test creates and removes a thousand
/// files with its database, which takes ten times as long on some disks.
fn place() -> PathBuf {
    const ROOM: u64 = 2 << 30;
    let memory = Path::new("/dev/shm");
    let free = rustix::fs::statvfs(memory).map_or(0, |figures| figures.f_bavail * figures.f_frsize);
    if free >= ROOM { memory.to_owned() } else { std::env::temp_dir() }
}

/// A shell that outlives this process and removes its files once the server has ended.
fn remove_after_us(dir: &Path, rows: &Path) {
    const SCRIPT: &str = r#"
        cat >/dev/null
        tries=0
        while [ -e "$2/postmaster.pid" ] && [ $tries -lt 300 ]; do sleep 0.1; tries=$((tries + 1)); done
        rm -rf -- "$2" "$(readlink -f "$1/postgres")" "$1"
    "#;
    let (reader, writer) = pipe().unwrap();
    let mut watcher = Command::new("sh");
    watcher.args(["-c", SCRIPT, "sh"]).arg(dir).arg(rows).process_group(0);
    watcher.stdin(reader).stdout(Stdio::null()).stderr(Stdio::null());
    let watcher = watcher.spawn().unwrap();
    // The pipe stays open until this process ends in any way, and the watcher outlives it.
    std::mem::forget((watcher, writer));
}

/// The jobs with their original payloads, for tests that check the queue: the server clears those of
/// completed jobs.
const KEEP_PAYLOADS: &str = "
    CREATE SCHEMA tests;
    CREATE TABLE tests.payloads (id uuid PRIMARY KEY, payload jsonb NOT NULL);
    CREATE FUNCTION tests.keep() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
    BEGIN
        INSERT INTO tests.payloads VALUES (NEW.id, NEW.payload);
        RETURN NULL;
    END $$;
    CREATE TRIGGER tests_keep AFTER INSERT ON public.jobs FOR EACH ROW EXECUTE FUNCTION tests.keep();
    CREATE VIEW tests.jobs AS
        SELECT workspace_id, id, task, p.payload, state, run_at, max_attempts, created_at FROM public.jobs JOIN tests.payloads p USING (id);";

async fn make_template(urls: &Urls) {
    run(&urls.admin, &format!("CREATE DATABASE {TEMPLATE} OWNER proffer_owner")).await;
    proffer_store::migrate::run(&on(&urls.owner, TEMPLATE)).await.unwrap();
    run(&on(&urls.admin, TEMPLATE), KEEP_PAYLOADS).await;
    run(&urls.admin, &format!("ALTER DATABASE {TEMPLATE} IS_TEMPLATE true")).await;
}

async fn run(url: &SecretString, statement: &str) {
    let mut connection = PgConnection::connect(url.expose_secret()).await.unwrap();
    sqlx::raw_sql(AssertSqlSafe(statement)).execute(&mut connection).await.unwrap();
    connection.close().await.unwrap();
}

/// The same address with another database.
fn on(url: &SecretString, database: &str) -> SecretString {
    let mut url = Url::parse(url.expose_secret()).unwrap();
    url.set_path(database);
    String::from(url).into()
}

/// A migrated database for one test.
pub struct Database {
    /// The address for each role.
    pub urls: Urls,
    /// A connection pool of the superuser, who sees every row.
    pub admin: PgPool,
    /// A directory for the files of the servers on it.
    pub dir: PathBuf,
    name: String,
}

impl Database {
    /// A fresh copy of the template.
    pub async fn create() -> Self {
        Self::copy_of(TEMPLATE).await
    }

    /// One without tables.
    pub async fn without_tables() -> Self {
        Self::copy_of("template0").await
    }

    /// A copy of that template.
    pub async fn copy_of(template: &str) -> Self {
        let cluster = cluster();
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let name = format!("test_{number}");
        run(
            &cluster.urls.admin,
            &format!("CREATE DATABASE {name} TEMPLATE {template} STRATEGY file_copy OWNER proffer_owner"),
        )
        .await;
        let urls = Urls {
            admin: on(&cluster.urls.admin, &name),
            owner: on(&cluster.urls.owner, &name),
            app: on(&cluster.urls.app, &name),
            system: on(&cluster.urls.system, &name),
        };
        let admin =
            PgPoolOptions::new().max_connections(4).connect(urls.admin.expose_secret()).await.unwrap();
        let dir = cluster.dir.join(&name);
        fs::create_dir(&dir).unwrap();
        Self { urls, admin, dir, name }
    }

    /// A migrated database of another PostgreSQL; it is removed with that server.
    pub async fn elsewhere(urls: Urls, dir: PathBuf) -> Self {
        proffer_store::migrate::run(&urls.owner).await.unwrap();
        let admin =
            PgPoolOptions::new().max_connections(4).connect(urls.admin.expose_secret()).await.unwrap();
        Self { name: "proffer".to_owned(), urls, admin, dir }
    }

    /// Turns this database into a template with that name. No other connection to it may be open.
    pub async fn become_template(&self, name: &str) {
        self.admin.close().await;
        run(&cluster().urls.admin, &format!("ALTER DATABASE {} RENAME TO {name}", self.name)).await;
        run(&cluster().urls.admin, &format!("ALTER DATABASE {name} IS_TEMPLATE true")).await;
    }

    /// Runs statements as the superuser.
    pub async fn run(&self, statements: impl Into<String>) {
        sqlx::raw_sql(AssertSqlSafe(statements.into())).execute(&self.admin).await.unwrap();
    }

    /// A single value, asked by the superuser.
    pub async fn value<T>(&self, query: impl Into<String>) -> T
    where
        T: for<'r> sqlx::Decode<'r, sqlx::Postgres> + sqlx::Type<sqlx::Postgres> + Send + Unpin,
    {
        sqlx::query_scalar(AssertSqlSafe(query.into())).fetch_one(&self.admin).await.unwrap()
    }

    /// A column of values, asked by the superuser.
    pub async fn values<T>(&self, query: impl Into<String>) -> Vec<T>
    where
        T: for<'r> sqlx::Decode<'r, sqlx::Postgres> + sqlx::Type<sqlx::Postgres> + Send + Unpin,
    {
        sqlx::query_scalar(AssertSqlSafe(query.into())).fetch_all(&self.admin).await.unwrap()
    }

    /// Removes it; open connections are terminated.
    pub async fn remove(&self) {
        self.admin.close().await;
        run(&cluster().urls.admin, &format!("DROP DATABASE {} WITH (FORCE)", self.name)).await;
    }
}
