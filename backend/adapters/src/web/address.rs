//! Which IP addresses are public: everything that leads back into our own network is not.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// IPv4 networks that are private, local or reserved (IANA's special-purpose registry).
const FORBIDDEN_V4: &[(Ipv4Addr, u32)] = &[
    (Ipv4Addr::UNSPECIFIED, 8),
    (Ipv4Addr::new(10, 0, 0, 0), 8),
    (Ipv4Addr::new(100, 64, 0, 0), 10),
    (Ipv4Addr::new(127, 0, 0, 0), 8),
    // Azure's instance metadata service. Those of the other clouds are in private networks.
    (Ipv4Addr::new(168, 63, 129, 16), 32),
    (Ipv4Addr::new(169, 254, 0, 0), 16),
    (Ipv4Addr::new(172, 16, 0, 0), 12),
    (Ipv4Addr::new(192, 0, 0, 0), 24),
    (Ipv4Addr::new(192, 0, 2, 0), 24),
    (Ipv4Addr::new(192, 31, 196, 0), 24),
    (Ipv4Addr::new(192, 52, 193, 0), 24),
    (Ipv4Addr::new(192, 88, 99, 0), 24),
    (Ipv4Addr::new(192, 168, 0, 0), 16),
    (Ipv4Addr::new(192, 175, 48, 0), 24),
    (Ipv4Addr::new(198, 18, 0, 0), 15),
    (Ipv4Addr::new(198, 51, 100, 0), 24),
    (Ipv4Addr::new(203, 0, 113, 0), 24),
    (Ipv4Addr::new(224, 0, 0, 0), 4),
    (Ipv4Addr::new(240, 0, 0, 0), 4),
];

/// Networks inside `2000::/3`, the only routed part of IPv6, that are not public: tunnels carry another
/// address inside (Teredo, 6to4), the others are for documentation or benchmarks.
const FORBIDDEN_V6: &[(Ipv6Addr, u32)] = &[
    (Ipv6Addr::new(0x2001, 0, 0, 0, 0, 0, 0, 0), 23),
    (Ipv6Addr::new(0x2001, 0xdb8, 0, 0, 0, 0, 0, 0), 32),
    (Ipv6Addr::new(0x2002, 0, 0, 0, 0, 0, 0, 0), 16),
    (Ipv6Addr::new(0x2620, 0x4f, 0x8000, 0, 0, 0, 0, 0), 48),
    (Ipv6Addr::new(0x3fff, 0, 0, 0, 0, 0, 0, 0), 20),
];

/// Whether the server may connect to an address that a user chose. Mapped, compatible and translated (NAT64)
/// forms of IPv4 lie outside `2000::/3`, as do loopback, link-local, unique-local and multicast addresses.
pub fn is_public(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => {
            !FORBIDDEN_V4.iter().any(|&(network, length)| shares_v4(address, network, length))
        }
        IpAddr::V6(address) => {
            shares_v6(address, Ipv6Addr::new(0x2000, 0, 0, 0, 0, 0, 0, 0), 3)
                && !FORBIDDEN_V6.iter().any(|&(network, length)| shares_v6(address, network, length))
        }
    }
}

fn shares_v4(address: Ipv4Addr, network: Ipv4Addr, length: u32) -> bool {
    (address.to_bits() ^ network.to_bits()).leading_zeros() >= length
}

fn shares_v6(address: Ipv6Addr, network: Ipv6Addr, length: u32) -> bool {
    (address.to_bits() ^ network.to_bits()).leading_zeros() >= length
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "a failed test should stop at once")]
    use super::*;

    #[test]
    fn what_leads_inside_is_not_public() {
        for inside in [
            "0.0.0.0",
            "0.255.255.255",
            "10.0.0.0",
            "10.255.255.255",
            "100.64.0.0",
            "100.127.255.255",
            "127.0.0.1",
            "127.255.255.254",
            "169.254.169.254",
            "172.16.0.1",
            "172.31.255.255",
            "192.0.0.8",
            "192.0.2.1",
            "192.88.99.1",
            "192.168.0.1",
            "198.18.0.1",
            "198.19.255.255",
            "198.51.100.7",
            "203.0.113.7",
            "224.0.0.1",
            "239.255.255.255",
            "240.0.0.1",
            "255.255.255.255",
            "::",
            "::1",
            "::127.0.0.1",
            "::ffff:127.0.0.1",
            "::ffff:8.8.8.8",
            "::ffff:0:127.0.0.1",
            "64:ff9b::7f00:1",
            "64:ff9b::8.8.8.8",
            "64:ff9b:1::1",
            "100::1",
            "2001::1",
            "2001:0:7f00:1::",
            "2001:10::1",
            "2001:20::1",
            "2001:db8::1",
            "2002:7f00:1::",
            "3fff::1",
            "fc00::1",
            "fd12:3456::1",
            "fe80::1",
            "febf::1",
            "fec0::1",
            "ff02::1",
            "4000::1",
        ] {
            assert!(!is_public(inside.parse().unwrap()), "{inside}");
        }
    }

    #[test]
    fn the_metadata_services_of_clouds_are_not_public() {
        for metadata in [
            "169.254.169.254",
            "169.254.170.2",
            "169.254.170.23",
            "168.63.129.16",
            "100.100.100.200",
            "192.0.0.192",
            "fd00:ec2::254",
            "fd00:ec2::23",
            "fd20:ce::254",
            "fd00:c1::a9fe:a9fe",
            "fe80::a9fe:a9fe",
            "fd00:42::42",
            "::ffff:168.63.129.16",
            "64:ff9b::a83f:8110",
        ] {
            assert!(!is_public(metadata.parse().unwrap()), "{metadata}");
        }
    }

    #[test]
    fn what_is_out_in_the_world_is_public() {
        for outside in [
            "1.1.1.1",
            "8.8.8.8",
            "9.255.255.255",
            "11.0.0.0",
            "100.63.255.255",
            "100.128.0.0",
            "126.255.255.255",
            "128.0.0.0",
            "168.63.129.15",
            "168.63.129.17",
            "169.253.255.255",
            "172.15.255.255",
            "172.32.0.0",
            "192.167.255.255",
            "192.169.0.0",
            "198.17.255.255",
            "198.20.0.0",
            "223.255.255.255",
            "2606:4700:4700::1111",
            "2a00:1450:4001::200e",
            "2001:4860:4860::8888",
            "2003::1",
            "2001:200::1",
        ] {
            assert!(is_public(outside.parse().unwrap()), "{outside}");
        }
    }
}
