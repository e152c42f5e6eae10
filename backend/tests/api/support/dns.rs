//! A name server on a loopback port, for the records that verify a domain.

use std::{collections::BTreeMap, net::SocketAddr, sync::Arc};

use hickory_server::{
    Server,
    proto::rr::{
        LowerName, Name, RData, Record,
        rdata::{SOA, TXT},
    },
    store::in_memory::InMemoryZoneHandler,
    zone_handler::{AxfrPolicy, Catalog, ZoneType},
};
use tokio::net::UdpSocket;

/// The server, with the zone `example`.
pub struct NameServer {
    zone: Arc<InMemoryZoneHandler>,
    pub address: SocketAddr,
    /// It answers until this is dropped.
    _server: Server<Catalog>,
}

impl NameServer {
    /// Without any record.
    pub async fn start() -> Self {
        let origin = Name::from_ascii("example.").unwrap();
        let zone = Arc::new(InMemoryZoneHandler::empty(origin.clone(), ZoneType::Primary, AxfrPolicy::Deny));
        let soa = SOA::new(
            Name::from_ascii("ns.example.").unwrap(),
            Name::from_ascii("admin.example.").unwrap(),
            1,
            60,
            60,
            60,
            60,
        );
        zone.upsert(Record::from_rdata(origin.clone(), 60, RData::SOA(soa)), 0).await;
        let mut catalog = Catalog::new();
        catalog.upsert(LowerName::new(&origin), vec![zone.clone()]);
        let socket = UdpSocket::bind("127.0.0.1:0").await.unwrap();
        let address = socket.local_addr().unwrap();
        let mut server = Server::new(catalog);
        server.register_socket(socket);
        Self { zone, address, _server: server }
    }

    /// Adds a TXT record, split into the necessary parts.
    pub async fn add(&self, name: &str, text: &str) {
        let parts: Vec<String> =
            text.as_bytes().chunks(20).map(|part| String::from_utf8_lossy(part).into_owned()).collect();
        let name = Name::from_ascii(format!("{name}.")).unwrap();
        assert!(self.zone.upsert(Record::from_rdata(name, 3600, RData::TXT(TXT::new(parts))), 0).await);
    }

    /// Removes all records of that name.
    pub async fn remove(&self, name: &str) {
        let name = LowerName::new(&Name::from_ascii(format!("{name}.")).unwrap());
        let mut records = self.zone.records_mut().await;
        let kept: BTreeMap<_, _> =
            std::mem::take(&mut *records).into_iter().filter(|(key, _)| key.name != name).collect();
        *records = kept;
    }
}
