//! `proffer backup` and `proffer restore`.

use std::path::{Path, PathBuf};

use anyhow::Context as _;
use chrono::{DateTime, Utc, format::StrftimeItems};
use clap::Args;
use proffer_adapters::{clock::Clock, objects::ObjectStore};
use secrecy::SecretString;

use crate::{
    backup::{self, Manifest},
    config::{Config, environment},
};

/// What to back up, and where to.
#[derive(Debug, Args)]
pub struct BackupArguments {
    /// Backs up the database and all objects into this folder, which must be empty or missing. `%Y`, `%m`,
    /// `%d`, `%H`, `%M` and `%S` are replaced by the time (UTC), so that each run gets its own folder without
    /// a shell.
    #[arg(long, value_name = "DIR", required_unless_present = "check")]
    to: Option<PathBuf>,
    /// Verifies the backup in this folder instead.
    #[arg(long, value_name = "DIR", conflicts_with = "to")]
    check: Option<PathBuf>,
    /// Backs up the data of `proffer dev` in this folder; it must not be running.
    #[cfg(feature = "embedded")]
    #[arg(long, value_name = "DIR", conflicts_with = "check")]
    data_dir: Option<PathBuf>,
}

/// What to restore, and where to.
#[derive(Debug, Args)]
pub struct RestoreArguments {
    /// The folder of the backup.
    #[arg(long, value_name = "DIR")]
    from: PathBuf,
    /// Restores into this folder for `proffer dev`.
    #[cfg(feature = "embedded")]
    #[arg(long, value_name = "DIR")]
    data_dir: Option<PathBuf>,
}

/// Creates or verifies a backup.
pub async fn back_up(arguments: BackupArguments) -> anyhow::Result<()> {
    if let Some(folder) = arguments.check {
        let manifest = backup::check(&folder)?;
        println!("{} is whole: {}", folder.display(), contents(&manifest));
        return Ok(());
    }
    let folder = dated(&arguments.to.context("--to is missing")?, Clock::System.now())?;
    #[cfg(feature = "embedded")]
    let place = match &arguments.data_dir {
        Some(dir) => {
            anyhow::ensure!(
                dir.join("postgres").exists(),
                "{} holds no data of `proffer dev`",
                dir.display()
            );
            embedded::start(dir, |urls| &urls.admin).await?
        }
        None => Place::from_settings("BACKUP_DATABASE_URL")?,
    };
    #[cfg(not(feature = "embedded"))]
    let place = Place::from_settings("BACKUP_DATABASE_URL")?;
    let taken = backup::back_up(&folder, &place.database, &place.objects).await;
    #[cfg(feature = "embedded")]
    place.leave().await?;
    let manifest = taken?;
    println!("{} holds {}", folder.display(), contents(&manifest));
    for key in &manifest.objects.missing {
        eprintln!("proffer: {key} is referenced by a row, but missing in the object storage");
    }
    Ok(())
}

/// Restores a backup.
pub async fn restore(arguments: RestoreArguments) -> anyhow::Result<()> {
    #[cfg(feature = "embedded")]
    let place = match &arguments.data_dir {
        Some(dir) => embedded::start(dir, |urls| &urls.owner).await?,
        None => Place::from_settings("MIGRATION_DATABASE_URL")?,
    };
    #[cfg(not(feature = "embedded"))]
    let place = Place::from_settings("MIGRATION_DATABASE_URL")?;
    let restored = backup::restore(&arguments.from, &place.database, &place.objects).await;
    #[cfg(feature = "embedded")]
    place.leave().await?;
    let restored = restored?;
    println!("restored {}; {} jobs wait for a worker", contents(&restored.manifest), restored.jobs);
    Ok(())
}

/// The folder with its time placeholders replaced.
pub fn dated(folder: &Path, now: DateTime<Utc>) -> anyhow::Result<PathBuf> {
    let Some(pattern) = folder.to_str().filter(|name| name.contains('%')) else {
        return Ok(folder.to_owned());
    };
    let items =
        StrftimeItems::new(pattern).parse().with_context(|| format!("{pattern} is not a time format"))?;
    Ok(now.format_with_items(items.iter()).to_string().into())
}

fn contents(manifest: &Manifest) -> String {
    let Manifest { schema, taken_at, tables, objects, .. } = manifest;
    let (rows, tables, objects) = (manifest.rows(), tables.len(), objects.count);
    format!(
        "{rows} rows of {tables} tables and {objects} objects, as of {}, schema {schema}",
        taken_at.format("%Y-%m-%d %H:%M:%S UTC")
    )
}

/// A database and its object storage.
struct Place {
    database: SecretString,
    objects: ObjectStore,
    #[cfg(feature = "embedded")]
    running: Option<embedded::Running>,
}

impl Place {
    fn from_settings(database: &str) -> anyhow::Result<Self> {
        let config = Config::from_settings(&environment)?;
        let url = environment(database).with_context(|| format!("PROFFER_{database} is missing"))?;
        Ok(Self {
            database: url.into(),
            objects: ObjectStore::new(config.objects.as_ref()),
            #[cfg(feature = "embedded")]
            running: None,
        })
    }

    /// Stops the embedded servers.
    #[cfg(feature = "embedded")]
    async fn leave(self) -> anyhow::Result<()> {
        if let Some(running) = self.running {
            running.stop().await?;
        }
        Ok(())
    }
}

/// The data of `proffer dev` in a folder; its servers run only during the backup or restore.
#[cfg(feature = "embedded")]
mod embedded {
    use std::path::Path;

    use anyhow::Context as _;
    use proffer_adapters::{objects::ObjectStore, random::Rng};
    use proffer_embedded::{objects::Objects, postgres};
    use rand::{SeedableRng, rngs::StdRng};
    use secrecy::SecretString;

    use super::{Config, Place, environment};

    pub(super) struct Running {
        server: postgres::Embedded,
        objects: Objects,
    }

    impl Running {
        pub(super) async fn stop(self) -> anyhow::Result<()> {
            self.objects.stop().await;
            self.server.stop().await.context("stopping PostgreSQL")
        }
    }

    pub(super) async fn start(
        data_dir: &Path,
        role: impl Fn(&postgres::Urls) -> &SecretString,
    ) -> anyhow::Result<Place> {
        let config = Config::from_settings(&environment)?;
        let data_dir = proffer_embedded::prepare_data_dir(data_dir)?;
        let mut rng = StdRng::from_seed(Rng::Os.bytes());
        let binaries = environment("POSTGRES_BIN");
        let options = postgres::Options {
            data_dir: &data_dir,
            binaries: binaries.as_deref().map(Path::new),
            durable: true,
        };
        let server = postgres::Embedded::start(&options, &mut rng).await.context("starting PostgreSQL")?;
        let objects = Objects::start(&data_dir, &config.public_url, &mut rng)
            .await
            .context("starting the object storage")?;
        let database = role(server.urls()).clone();
        let store = ObjectStore::new(Some(&objects.settings()?));
        Ok(Place { database, objects: store, running: Some(Running { server, objects }) })
    }
}
