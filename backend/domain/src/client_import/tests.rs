#![expect(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test stops at the first surprise"
)]

use std::collections::HashSet;

use pretty_assertions::assert_eq;
use proptest::prelude::*;

use super::*;

const HEADING: &str = "Company,First name,Last name,Email,Phone";

fn columns(names: &str) -> Vec<String> {
    names.split(',').map(str::to_owned).collect()
}

fn file(text: &str) -> File {
    File::read(text).unwrap()
}

/// Each row as its line with its cells, or with the reason why it cannot be read.
fn told(text: &str) -> Vec<String> {
    let tell = |row: &Row| match row.fault() {
        Some(fault) => format!("{}: {}", row.line, fault.code),
        None => format!("{}: {}", row.line, row.cells().collect::<Vec<_>>().join("|")),
    };
    file(text).rows.iter().map(tell).collect()
}

/// The result for each line of a file with the column names of an export.
fn outcomes(text: &str, duplicates: Duplicates, known: &[&str]) -> Vec<Outcome> {
    let file = file(text);
    let mut reader = RowReader::new(Mapping::suggested(&file.columns), duplicates);
    let known = known.iter().map(|email| (*email).to_owned()).collect();
    file.rows.iter().map(|row| reader.read(row, &known)).collect()
}

fn words(outcome: &Outcome) -> String {
    match outcome {
        Outcome::Add(client) => {
            format!("add {} {} {} {}", client.company_name, client.first_name, client.last_name, client.email)
        }
        Outcome::Change(change) => {
            format!("change {} {:?} {:?}", change.email, change.company_name, change.phone)
        }
        Outcome::Skip(skipped) => {
            format!("{} {}: {}", skipped.field.as_deref().unwrap_or("-"), skipped.code, skipped.message)
        }
    }
}

#[test]
fn the_encoding_is_the_marks_else_utf_8_else_windows_1252() {
    let utf_16 = |big: bool| {
        let unit = |unit: u16| if big { unit.to_be_bytes() } else { unit.to_le_bytes() };
        "\u{feff}Köln €".encode_utf16().flat_map(unit).collect::<Vec<u8>>()
    };
    for bytes in
        ["Köln €".as_bytes(), "\u{feff}Köln €".as_bytes(), &utf_16(true), &utf_16(false), b"K\xf6ln \x80"]
    {
        assert_eq!(decode(bytes).unwrap(), "Köln €", "{bytes:x?}");
    }
    assert_eq!(decode(b"PK\x03\x04rest").unwrap_err(), FileError::Workbook);
    assert_eq!(decode(b"\xd0\xcf\x11\xe0rest").unwrap_err(), FileError::Workbook);
}

#[test]
fn the_first_lines_tell_what_stands_between_the_cells() {
    for (text, expected) in [
        ("a,b\n1,2\n", "2: 1|2"),
        ("a;b\n1,5;2\n", "2: 1,5|2"),
        ("a\tb\n1, 2\t3\n", "2: 1, 2|3"),
        ("\"a;b\",c\n1,2\n", "2: 1|2"),
        ("a,b;c\n1;2\n1;3\n", "2: 1|2"),
        ("sep=;\r\na;b\r\n1;2\r\n", "3: 1|2"),
        ("a\n1\n", "2: 1"),
    ] {
        assert_eq!(told(text)[0], expected, "{text:?}");
    }
}

#[test]
fn every_line_is_read_or_named_with_its_reason() {
    let long = "x".repeat(32_768);
    let most = "x".repeat(32_767);
    for (text, expected) in [
        ("a,b\n1,2\n3,4", vec!["2: 1|2", "3: 3|4"]),
        ("a,b\r\n1,2\r\n3,4\r\n", vec!["2: 1|2", "3: 3|4"]),
        ("a,b\r1,2\r3,4\r", vec!["2: 1|2", "3: 3|4"]),
        ("\n\na,b\n1,2\n", vec!["4: 1|2"]),
        ("a,b\n\"1\n1\",2\n3,4\n", vec!["2: 1\n1|2", "4: 3|4"]),
        ("a,b\n\"1\r\n\r\n1\",2\r\n3,4\r\n", vec!["2: 1\r\n\r\n1|2", "5: 3|4"]),
        ("a,b\n\"say \"\"yes\"\"\",2\n", vec!["2: say \"yes\"|2"]),
        ("a,b\n5\" pipe,2\n", vec!["2: 5\" pipe|2"]),
        ("a,b\n\"x\"y,2\n", vec!["2: xy|2"]),
        ("a,b\n\"1,2\n3,4\n5,6\n", vec!["2: unclosed_quote", "3: 3|4", "4: 5|6"]),
        ("a,b\n\"1,2\n\"3\",4\n5,6\n", vec!["2: unclosed_quote", "3: 3|4", "4: 5|6"]),
        ("a,b\n1,\"2\n\n5,6", vec!["2: unclosed_quote", "3: blank_line", "4: 5|6"]),
        ("a,b\n\n1,2\n , \n,,,\n", vec!["2: blank_line", "3: 1|2", "4: blank_line", "5: blank_line"]),
        ("a,b\n1\n1,2,3\n1,2,\n", vec!["2: too_few_cells", "3: too_many_cells", "4: 1|2"]),
        ("a,b\n1,\0\n1,2\n", vec!["2: invalid_characters", "3: 1|2"]),
        (&format!("a,b\n1,{long}\n1,2\n"), vec!["2: cell_too_long", "3: 1|2"]),
        (&format!("a,b\n1,\"{most}\"\n"), vec![&format!("2: 1|{most}")]),
    ] {
        assert_eq!(told(text), expected, "{:?}", text.get(..40));
    }
    let rows = file("a,b\n1,2,3,4\n\"x,y\n1,\0\n").rows;
    let cells = |row: usize| rows[row].cells().collect::<Vec<_>>();
    assert_eq!((cells(0), cells(1), cells(2)), (vec!["1", "2", "3,4"], vec!["\"x,y"], vec!["1", "\u{fffd}"]));
    assert_eq!(rows[0].fault().unwrap().message, "The line has 4 cells, and the file 2 columns.");
}

#[test]
fn a_file_that_cannot_be_read_at_all_says_why() {
    let wide = format!("{}\n1\n", ["a"; 201].join(","));
    let long = format!("a,b\n{}", "1,2\n".repeat(MAX_ROWS + 1));
    for (text, error) in [
        ("", FileError::Empty),
        ("\r\n\r\n", FileError::Empty),
        ("\"a,b\n1,2\n", FileError::Heading),
        ("a\0,b\n1,2\n", FileError::NotText),
        ("a,b\n", FileError::NoRows),
        (wide.as_str(), FileError::TooManyColumns),
        (long.as_str(), FileError::TooManyRows),
    ] {
        assert_eq!(File::read(text).unwrap_err(), error);
    }
    assert_eq!(file(&long[..long.len() - 4]).rows.len(), MAX_ROWS);
}

#[test]
fn the_names_of_columns_suggest_what_they_hold() {
    // Company, first name, last name, e-mail, phone, address, website, description.
    for (names, places) in [
        (EXPORTED.join(","), [0, 1, 2, 3, 4, 5, 6, 7].map(Some)),
        ("Name,Company,E-mail".to_owned(), [Some(1), Some(0), Some(0), Some(2), None, None, None, None]),
        ("Name,Contact,Email".to_owned(), [Some(0), Some(1), Some(1), Some(2), None, None, None, None]),
        (
            "Anrede,Vorname,Nachname,Firma,Straße geschäftlich,Telefon geschäftlich,E-Mail-Adresse,Webseite,Notizen".to_owned(),
            [Some(3), Some(1), Some(2), Some(6), Some(5), Some(4), Some(7), Some(8)],
        ),
        ("Firma;Name;Vorname".replace(';', ","), [Some(0), Some(2), Some(1), None, None, None, None, None]),
        (
            "Prénom,Nom,Société,Adresse de messagerie,Tél. mobile,Page Web".to_owned(),
            [Some(2), Some(0), Some(1), Some(3), Some(4), None, Some(5), None],
        ),
        ("Nombre,Apellidos,Empresa,Correo electrónico,Teléfono,Dirección,Sitio web,Notas".to_owned(), [2, 0, 1, 3, 4, 5, 6, 7].map(Some)),
        (
            "First Name,Middle Name,Last Name,Organization Name,Notes,E-mail 1 - Label,E-mail 1 - Value,Phone 1 - Value,\
             Address 1 - Formatted,Website 1 - Value"
                .to_owned(),
            [3, 0, 2, 6, 7, 8, 9, 4].map(Some),
        ),
        (
            "First Name,Last Name,Company,Business Street,Business Phone,E-mail Address,Web Page".to_owned(),
            [Some(2), Some(0), Some(1), Some(5), Some(4), Some(3), Some(6), None],
        ),
        (
            "Record ID,First Name,Last Name,Email,Phone Number,Contact owner,Primary Company,Website URL".to_owned(),
            [Some(6), Some(1), Some(2), Some(3), Some(4), None, Some(7), None],
        ),
        ("Foo,Bar".to_owned(), [None; 8]),
    ] {
        let Mapping { company_name, first_name, last_name, email, phone, address, website_url, description } =
            Mapping::suggested(&columns(&names));
        assert_eq!([company_name, first_name, last_name, email, phone, address, website_url, description], places, "{names}");
    }
}

#[test]
fn a_mapping_needs_four_existing_columns() {
    let whole = Mapping {
        company_name: Some(0),
        first_name: Some(1),
        last_name: Some(1),
        email: Some(2),
        ..Mapping::default()
    };
    assert_eq!(whole.check(3), Ok(()));
    let wrong = Mapping { company_name: None, email: Some(3), phone: Some(9), ..whole };
    let errors = wrong.check(3).unwrap_err();
    let told: Vec<_> = errors.iter().map(|error| format!("{} {}", error.field, error.code)).collect();
    assert_eq!(told, ["mapping.companyName required", "mapping.email invalid", "mapping.phone invalid"]);
}

#[test]
fn rows_become_clients_by_the_rules_of_the_form() {
    let text = format!(
        "{HEADING}\nHarbor,Mia,Berg, MIA@harbor.example ,'+49 30\n,Mia,Berg,mia@quay.example,\nQuay,,Berg,nobody,\nQuay,Bo,Ek,bo@quay.example,{}\n",
        "1".repeat(51)
    );
    let read = outcomes(&text, Duplicates::Skip, &[]);
    let Outcome::Add(harbor) = &read[0] else { panic!("{:?}", read[0]) };
    assert_eq!((harbor.phone.as_deref(), harbor.email.as_str()), (Some("+49 30"), "mia@harbor.example"));
    assert_eq!(
        read[1..].iter().map(words).collect::<Vec<_>>(),
        [
            "companyName required: Company name is required",
            "firstName required: First name is required; Invalid email address",
            "phone too_long: Phone must be at most 50 characters",
        ]
    );
}

#[test]
fn a_name_in_one_column_is_divided_at_its_last_space() {
    let text = "Company,Name,Email\nHarbor,Mia van der Berg ,mia@harbor.example\nQuay,Mia,bo@quay.example\n";
    assert_eq!(
        outcomes(text, Duplicates::Skip, &[]).iter().map(words).collect::<Vec<_>>(),
        ["add Harbor Mia van der Berg mia@harbor.example", "lastName required: Last name is required"]
    );
}

#[test]
fn a_client_that_exists_already_is_skipped_changed_or_added_again() {
    let text = format!(
        "{HEADING}\nHarbor,Mia,Berg,mia@harbor.example,\nQuay,Bo,Ek,bo@quay.example,1\n,,,BO@quay.example,2\n,,,mia@harbor.example,{}\n",
        "1".repeat(51)
    );
    let known = ["mia@harbor.example"];
    let read = |duplicates| outcomes(&text, duplicates, &known).iter().map(words).collect::<Vec<_>>();
    assert_eq!(
        read(Duplicates::Skip),
        [
            "email duplicate: A client with this email address exists already",
            "add Quay Bo Ek bo@quay.example",
            "email duplicate: Line 3 has the same email address",
            "email duplicate: A client with this email address exists already",
        ]
    );
    assert_eq!(
        read(Duplicates::Update),
        [
            "change mia@harbor.example Some(\"Harbor\") None",
            "add Quay Bo Ek bo@quay.example",
            "change bo@quay.example None Some(\"2\")",
            "phone too_long: Phone must be at most 50 characters",
        ]
    );
    assert_eq!(
        read(Duplicates::Add),
        [
            "add Harbor Mia Berg mia@harbor.example",
            "add Quay Bo Ek bo@quay.example",
            "companyName required: Company name is required; First name is required; Last name is required",
            "companyName required: Company name is required; First name is required; Last name is required; Phone must be at most 50 characters",
        ]
    );
}

#[test]
fn a_change_takes_what_the_line_says_and_leaves_the_rest() {
    let text = "Company,First name,Last name,Email,Phone,Website\nHarbor,Mia,Berg,mia@harbor.example,1,harbor.test\n,Maja,,mia@harbor.example,,\n";
    let read = outcomes(text, Duplicates::Update, &[]);
    let (Outcome::Add(client), Outcome::Change(change)) = (&read[0], &read[1]) else { panic!("{read:?}") };
    let mut changed = client.clone();
    change.clone().apply(&mut changed);
    assert_eq!(changed, crate::client::ClientProfile { first_name: "Maja".to_owned(), ..client.clone() });
}

#[test]
fn a_resumed_import_knows_the_lines_already_imported() {
    let file = file(&format!(
        "{HEADING}\nHarbor,Mia,Berg,mia@harbor.example,\nHarbor,Mia,Berg,mia@harbor.example,\n"
    ));
    let mut reader = RowReader::new(Mapping::suggested(&file.columns), Duplicates::Skip);
    reader.remember(&file.rows[0]);
    let again = reader.read(&file.rows[1], &HashSet::from(["mia@harbor.example".to_owned()]));
    assert_eq!(words(&again), "email duplicate: Line 2 has the same email address");
}

fn check_all(text: &str) -> Result<(), TestCaseError> {
    let Ok(file) = File::read(text) else { return Ok(()) };
    let lines: Vec<u32> = file.rows.iter().map(|row| row.line).collect();
    prop_assert!(lines.is_sorted_by(|one, next| one < next), "each line is named once: {lines:?}");
    // Rows, blank lines and line breaks within cells together account for all lines.
    let total =
        u32::try_from(text.replace("\r\n", "\n").replace('\r', "\n").lines().count()).unwrap_or(u32::MAX);
    prop_assert!(lines.last().is_none_or(|last| *last <= total), "{lines:?} of {total}");
    for row in &file.rows {
        prop_assert!(row.fault().is_some() || row.cells().count() == file.columns.len());
    }
    let mapping = Mapping {
        company_name: Some(0),
        first_name: Some(0),
        last_name: Some(1),
        email: Some(1),
        ..Mapping::default()
    };
    for duplicates in [Duplicates::Skip, Duplicates::Update, Duplicates::Add] {
        let mut reader = RowReader::new(mapping.clone(), duplicates);
        let (mut added, mut updated, mut skipped) = (0, 0, 0);
        for row in &file.rows {
            match reader.read(row, &HashSet::new()) {
                Outcome::Add(_) => added += 1,
                Outcome::Change(_) => updated += 1,
                Outcome::Skip(_) => skipped += 1,
            }
        }
        prop_assert_eq!(added + updated + skipped, file.rows.len());
    }
    Ok(())
}

proptest! {
    #[test]
    fn any_bytes_are_read_or_refused(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        if let Ok(text) = decode(&bytes) {
            check_all(&text)?;
        }
    }

    #[test]
    fn every_line_is_accounted_for_once(text in "[ab\",;\n\r\t@.']{0,120}") {
        check_all(&text)?;
        check_all(&format!("a,b\n{text}"))?;
    }

    #[test]
    fn a_broken_line_does_not_affect_other_lines(broken in "[ab,]{0,6}\"[ab,]{0,6}", after in 1_usize..5) {
        let good = "1,mia@harbor.example\n".repeat(after);
        let file = file(&format!("x,y\n{broken}\n{good}"));
        prop_assert_eq!(file.rows.len(), after + 1);
        prop_assert!(file.rows[1..].iter().all(|row| row.fault().is_none()));
    }
}
