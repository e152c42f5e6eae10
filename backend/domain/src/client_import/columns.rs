//! Suggests which field each column of a file holds, from the column's name.

use poem_openapi::Object;
use serde::{Deserialize, Serialize};

use crate::field_error::FieldError;

/// The column names of an exported file, in the order of [`Mapping`]'s fields; the import recognises all of
/// them.
pub const EXPORTED: [&str; 8] =
    ["Company name", "First name", "Last name", "Email", "Phone", "Address", "Website", "Description"];

/// The column of each client field, as an index from 0.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, Object)]
#[oai(rename = "ImportMapping", rename_all = "camelCase", deny_unknown_fields, skip_serializing_if_is_none)]
#[serde(rename_all = "camelCase", default)]
pub struct Mapping {
    /// The company's name; required.
    pub company_name: Option<u32>,
    /// The contact's first name; required.
    pub first_name: Option<u32>,
    /// The contact's last name; required. If it is the same column as the first name, the value is split at
    /// its last space.
    pub last_name: Option<u32>,
    /// The contact's email address; required.
    pub email: Option<u32>,
    /// The phone number.
    pub phone: Option<u32>,
    /// The postal address.
    pub address: Option<u32>,
    /// The website.
    pub website_url: Option<u32>,
    /// Notes about the client.
    pub description: Option<u32>,
}

/// Column names in English, German, French and Spanish, and in the exports of Google, Outlook and `HubSpot`;
/// without punctuation and accents, the most specific first.
const COMPANY: &[&str] = &[
    "companyname",
    "company",
    "organizationname",
    "organization1name",
    "organisationname",
    "organization",
    "organisation",
    "associatedcompany",
    "primarycompany",
    "primaryassociatedcompany",
    "business",
    "businessname",
    "client",
    "clientname",
    "customer",
    "customername",
    "account",
    "accountname",
    "firma",
    "firmenname",
    "unternehmen",
    "unternehmensname",
    "kunde",
    "kundenname",
    "societe",
    "entreprise",
    "nomdelentreprise",
    "nomdelasociete",
    "raisonsociale",
    "empresa",
    "compania",
    "organizacion",
    "nombredelaempresa",
    "nombredeempresa",
    "cliente",
    "razonsocial",
];
const FIRST_NAME: &[&str] = &[
    "firstname",
    "givenname",
    "forename",
    "first",
    "contactfirstname",
    "vorname",
    "prenom",
    "nombredepila",
    "primernombre",
];
const LAST_NAME: &[&str] = &[
    "lastname",
    "familyname",
    "surname",
    "last",
    "contactlastname",
    "nachname",
    "familienname",
    "nomdefamille",
    "apellidos",
    "apellido",
];
/// If there is also a column of first names, these hold the last name; `nombre` is the Spanish first name
/// next to `apellidos`.
const REST_OF_NAME: &[&str] = &["name", "nom"];
/// Both names in one column.
const FULL_NAME: &[&str] = &[
    "fullname",
    "contactname",
    "contactperson",
    "contact",
    "primarycontact",
    "ansprechpartner",
    "ansprechpartnerin",
    "kontakt",
    "kontaktperson",
    "nomcomplet",
    "contactprincipal",
    "nombrecompleto",
    "nombreyapellidos",
    "contacto",
    "personadecontacto",
    "displayname",
    "name",
    "nom",
    "nombre",
];
const EMAIL: &[&str] = &[
    "email",
    "emailaddress",
    "email1value",
    "email1address",
    "mail",
    "mailaddress",
    "contactemail",
    "primaryemail",
    "workemail",
    "businessemail",
    "emailadresse",
    "mailadresse",
    "adressemail",
    "adresseemail",
    "adressedemessagerie",
    "adresseelectronique",
    "courriel",
    "correo",
    "correoelectronico",
    "direcciondecorreoelectronico",
    "direcciondecorreo",
    "email1",
];
const PHONE: &[&str] = &[
    "phone",
    "phonenumber",
    "businessphone",
    "workphone",
    "companymainphone",
    "primaryphone",
    "telephone",
    "telephonenumber",
    "tel",
    "phone1value",
    "phone1",
    "contactphone",
    "mobilephone",
    "mobilephonenumber",
    "mobile",
    "cell",
    "cellphone",
    "telefon",
    "telefonnummer",
    "telefongeschaftlich",
    "rufnummer",
    "mobiltelefon",
    "mobil",
    "handy",
    "telephonebureau",
    "telephoneprofessionnel",
    "numerodetelephone",
    "telmobile",
    "portable",
    "telefono",
    "telefonodeltrabajo",
    "numerodetelefono",
    "telefonomovil",
    "movil",
];
const ADDRESS: &[&str] = &[
    "address",
    "postaladdress",
    "mailingaddress",
    "businessaddress",
    "companyaddress",
    "fulladdress",
    "address1formatted",
    "streetaddress",
    "street",
    "businessstreet",
    "address1",
    "addressline1",
    "adresse",
    "anschrift",
    "postanschrift",
    "strasse",
    "strassegeschaftlich",
    "adressepostale",
    "rue",
    "ruebureau",
    "direccion",
    "direccionpostal",
    "domicilio",
    "calle",
    "calledeltrabajo",
];
const WEBSITE: &[&str] = &[
    "website",
    "websiteurl",
    "web",
    "webpage",
    "website1value",
    "url",
    "homepage",
    "companywebsite",
    "companydomainname",
    "domain",
    "webseite",
    "webadresse",
    "internetseite",
    "siteweb",
    "siteinternet",
    "pageweb",
    "site",
    "sitioweb",
    "paginaweb",
    "pagina",
];
const DESCRIPTION: &[&str] = &[
    "description",
    "notes",
    "note",
    "comments",
    "comment",
    "remarks",
    "about",
    "companydescription",
    "beschreibung",
    "notizen",
    "notiz",
    "bemerkung",
    "bemerkungen",
    "anmerkung",
    "kommentar",
    "remarques",
    "commentaire",
    "commentaires",
    "descripcion",
    "notas",
    "nota",
    "observaciones",
    "comentarios",
];

impl Mapping {
    /// The mapping that the column names suggest.
    #[must_use]
    pub fn suggested(columns: &[String]) -> Self {
        let mut columns = Columns(columns.iter().map(|name| Some(folded(name))).collect());
        let email = columns.take(EMAIL);
        let first_name = columns.take(FIRST_NAME);
        let last_name =
            columns.take(LAST_NAME).or_else(|| first_name.and_then(|_| columns.take(REST_OF_NAME)));
        let (first_name, last_name) = match (first_name, last_name) {
            (None, Some(last)) => (columns.take(&["nombre"]), Some(last)),
            (None, None) => columns.take(FULL_NAME).map_or((None, None), |both| (Some(both), Some(both))),
            names => names,
        };
        // If there is a contact column, a plain "Name" is the company's.
        let company_name = columns
            .take(COMPANY)
            .or_else(|| first_name.and_then(|_| columns.take(&["name", "nom", "nombre"])));
        Self {
            company_name,
            first_name,
            last_name,
            email,
            phone: columns.take(PHONE),
            address: columns.take(ADDRESS),
            website_url: columns.take(WEBSITE),
            description: columns.take(DESCRIPTION),
        }
    }

    /// Checks that the required fields have a column, and that the file has the mapped columns.
    ///
    /// # Errors Every field that is wrong.
    pub fn check(&self, columns: usize) -> Result<(), Vec<FieldError>> {
        let fields = [
            ("mapping.companyName", self.company_name, Some("Choose the column with the company's name.")),
            ("mapping.firstName", self.first_name, Some("Choose the column with the contact's first name.")),
            ("mapping.lastName", self.last_name, Some("Choose the column with the contact's last name.")),
            ("mapping.email", self.email, Some("Choose the column with the contact's email address.")),
            ("mapping.phone", self.phone, None),
            ("mapping.address", self.address, None),
            ("mapping.websiteUrl", self.website_url, None),
            ("mapping.description", self.description, None),
        ];
        let errors: Vec<FieldError> = fields
            .into_iter()
            .filter_map(|(field, column, required)| match column {
                None => required.map(|message| FieldError::new(field, "required", message)),
                Some(column) if usize::try_from(column).is_ok_and(|column| column < columns) => None,
                Some(_) => Some(FieldError::new(field, "invalid", "The file has no such column.")),
            })
            .collect();
        if errors.is_empty() { Ok(()) } else { Err(errors) }
    }
}

/// The column names that have not been assigned yet.
struct Columns(Vec<Option<String>>);

impl Columns {
    fn take(&mut self, names: &[&str]) -> Option<u32> {
        let place = names
            .iter()
            .find_map(|name| self.0.iter().position(|column| column.as_deref() == Some(*name)))?;
        self.0.get_mut(place).and_then(Option::take)?;
        u32::try_from(place).ok()
    }
}

/// Lower-case letters without accents, and digits.
fn folded(name: &str) -> String {
    let mut folded = String::with_capacity(name.len());
    for letter in name.chars().flat_map(char::to_lowercase) {
        match letter {
            'à' | 'á' | 'â' | 'ã' | 'ä' | 'å' => folded.push('a'),
            'ç' => folded.push('c'),
            'è' | 'é' | 'ê' | 'ë' => folded.push('e'),
            'ì' | 'í' | 'î' | 'ï' => folded.push('i'),
            'ñ' => folded.push('n'),
            'ò' | 'ó' | 'ô' | 'õ' | 'ö' => folded.push('o'),
            'ù' | 'ú' | 'û' | 'ü' => folded.push('u'),
            'ß' => folded.push_str("ss"),
            _ if letter.is_ascii_alphanumeric() => folded.push(letter),
            _ => {}
        }
    }
    folded
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_known_name_is_written_as_it_is_looked_for() {
        for name in [
            COMPANY,
            FIRST_NAME,
            LAST_NAME,
            REST_OF_NAME,
            FULL_NAME,
            EMAIL,
            PHONE,
            ADDRESS,
            WEBSITE,
            DESCRIPTION,
        ]
        .concat()
        {
            assert_eq!(folded(name), name);
        }
    }
}
