//! The company profile that proposals are written from: the fields of its forms, and the validated profile.

use poem_openapi::Object;
use serde::{Deserialize, Serialize};

use crate::field_error::{Check, FieldError, TextField};
use crate::money::Currency;

/// The longest list of certifications or awards.
const LIST_MAX: usize = 50;

/// The data of a company profile. On update, absent fields are not changed, and an empty string clears a
/// field.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize, Object)]
#[oai(rename_all = "camelCase", deny_unknown_fields, skip_serializing_if_is_none)]
#[serde(rename_all = "camelCase", default)]
pub struct CompanyInput {
    /// The name; required at creation.
    pub name: Option<String>,
    /// The URL of the logo.
    pub logo_url: Option<String>,
    /// The website; `https://` is added if there is no scheme.
    pub website_url: Option<String>,
    /// The phone number.
    pub phone: Option<String>,
    /// The three-letter code of the currency of prices that name none, and of "$" if it is a dollar; US
    /// dollars at first.
    pub currency: Option<String>,
    /// About us.
    pub about_us: Option<String>,
    /// Why work with us.
    pub why_work_with_us: Option<String>,
    /// How we work.
    pub how_we_work: Option<String>,
    /// What we offer.
    pub what_we_offer: Option<String>,
    /// Client testimonials.
    pub testimonials: Option<String>,
    /// The URL of case studies.
    pub case_studies_link: Option<String>,
    /// Years in business, as free text.
    pub years_in_business: Option<String>,
    /// Team size, as free text.
    pub team_size: Option<String>,
    /// Industry recognitions.
    pub industry_recognitions: Option<String>,
    /// Guarantees and commitments.
    pub guarantees_offered: Option<String>,
    /// The URL of client logos.
    pub client_logos_url: Option<String>,
    /// Success metrics.
    pub success_metrics: Option<String>,
    /// Instructions for the assistant's style.
    pub custom_ai_rules: Option<String>,
    /// The terms and conditions, appended to every proposal.
    pub terms_and_conditions: Option<String>,
    /// Certifications, one per entry.
    #[oai(skip)]
    pub certifications: Option<Vec<String>>,
    /// Awards, one per entry.
    #[oai(skip)]
    pub awards: Option<Vec<String>>,
    /// The `etag` of the profile that the change is based on; absent on creation. Concurrent changes to other
    /// fields are kept; a conflict in the same field is 409 `stale_record`.
    pub etag: Option<String>,
}

/// A company profile that satisfies all rules.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
#[serde(rename_all = "camelCase")]
pub struct CompanyProfile {
    /// The name.
    pub name: String,
    /// The URL of the logo.
    pub logo_url: Option<String>,
    /// The website.
    pub website_url: Option<String>,
    /// The phone number.
    pub phone: Option<String>,
    /// The currency of prices that name none.
    #[oai(skip)]
    pub currency: Currency,
    /// About us.
    pub about_us: Option<String>,
    /// Why work with us.
    pub why_work_with_us: Option<String>,
    /// How we work.
    pub how_we_work: Option<String>,
    /// What we offer.
    pub what_we_offer: Option<String>,
    /// Client testimonials.
    pub testimonials: Option<String>,
    /// The URL of case studies.
    pub case_studies_link: Option<String>,
    /// Certifications.
    pub certifications: Vec<String>,
    /// Awards.
    pub awards: Vec<String>,
    /// Years in business, as free text.
    pub years_in_business: Option<String>,
    /// Team size, as free text.
    pub team_size: Option<String>,
    /// Industry recognitions.
    pub industry_recognitions: Option<String>,
    /// Guarantees and commitments.
    pub guarantees_offered: Option<String>,
    /// The URL of client logos.
    pub client_logos_url: Option<String>,
    /// Success metrics.
    pub success_metrics: Option<String>,
    /// Instructions for the assistant's style.
    pub custom_ai_rules: Option<String>,
    /// The terms and conditions, appended to every proposal.
    pub terms_and_conditions: Option<String>,
}

impl CompanyInput {
    /// Checks every field and reports all errors at once.
    pub fn validate(self) -> Result<CompanyProfile, Vec<FieldError>> {
        let mut check = Check::new();
        let profile = CompanyProfile {
            name: check.required(
                TextField::new("name", "Company name", 200),
                self.name.as_deref().unwrap_or_default(),
            ),
            logo_url: check.optional(TextField::new("logoUrl", "Logo", 2048), self.logo_url),
            website_url: check.website(TextField::new("websiteUrl", "Website", 2048), self.website_url),
            phone: check.optional(TextField::new("phone", "Phone", 50), self.phone),
            currency: check.part(currency(self.currency.as_deref())).unwrap_or_default(),
            about_us: check.optional(TextField::long("aboutUs", "About us", 20_000), self.about_us),
            why_work_with_us: check.optional(
                TextField::long("whyWorkWithUs", "Why work with you", 20_000),
                self.why_work_with_us,
            ),
            how_we_work: check
                .optional(TextField::long("howWeWork", "How you work", 20_000), self.how_we_work),
            what_we_offer: check
                .optional(TextField::long("whatWeOffer", "What you offer", 20_000), self.what_we_offer),
            testimonials: check
                .optional(TextField::long("testimonials", "Testimonials", 20_000), self.testimonials),
            case_studies_link: check.website(
                TextField::new("caseStudiesLink", "Case studies link", 2048),
                self.case_studies_link,
            ),
            years_in_business: check
                .optional(TextField::new("yearsInBusiness", "Years in business", 50), self.years_in_business),
            team_size: check.optional(TextField::new("teamSize", "Team size", 50), self.team_size),
            industry_recognitions: check.optional(
                TextField::long("industryRecognitions", "Industry recognitions", 5000),
                self.industry_recognitions,
            ),
            guarantees_offered: check
                .optional(TextField::long("guaranteesOffered", "Guarantees", 5000), self.guarantees_offered),
            client_logos_url: check
                .website(TextField::new("clientLogosUrl", "Client logos URL", 2048), self.client_logos_url),
            success_metrics: check
                .optional(TextField::long("successMetrics", "Success metrics", 5000), self.success_metrics),
            custom_ai_rules: check
                .optional(TextField::long("customAiRules", "AI rules", 10_000), self.custom_ai_rules),
            terms_and_conditions: check.optional(
                TextField::long("termsAndConditions", "Terms and conditions", 100_000),
                self.terms_and_conditions,
            ),
            certifications: list(
                &mut check,
                TextField::new("certifications", "Certification", 200),
                self.certifications,
            ),
            awards: list(&mut check, TextField::new("awards", "Award", 200), self.awards),
        };
        if profile.logo_url.as_deref().is_some_and(|url| !is_logo(url)) {
            check.push(FieldError::new(
                "logoUrl",
                "invalid",
                "Logo must be an uploaded file or a web address",
            ));
        }
        check.finish(Some(profile))
    }
}

/// A logo is a stored object (`/objects/...`) or an http(s) address; `javascript:` and `data:` never reach a
/// page.
fn is_logo(url: &str) -> bool {
    let ours = url.starts_with('/') && !url.starts_with("//") && !url.contains('\\');
    ours || ammonia::Url::parse(url).is_ok_and(|url| {
        matches!(url.scheme(), "http" | "https") && url.has_host() && url.username().is_empty()
    })
}

fn list(check: &mut Check, field: TextField, values: Option<Vec<String>>) -> Vec<String> {
    let values = values.unwrap_or_default();
    if values.len() > LIST_MAX {
        check.push(FieldError::new(
            field.name,
            "too_many",
            format!("At most {LIST_MAX} entries are allowed"),
        ));
        return Vec::new();
    }
    values.iter().filter_map(|value| check.optional(field, Some(value))).collect()
}

/// US dollars unless another currency is named.
fn currency(code: Option<&str>) -> Result<Currency, FieldError> {
    let code = code.unwrap_or_default().trim();
    if code.is_empty() {
        return Ok(Currency::USD);
    }
    code.to_uppercase().parse().map_err(|_| FieldError::unknown_currency("currency"))
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "a test stops at the first surprise")]

    use pretty_assertions::assert_eq;

    use super::*;

    fn named(name: &str) -> CompanyInput {
        CompanyInput { name: Some(name.into()), ..CompanyInput::default() }
    }

    #[test]
    fn only_the_name_is_required() {
        assert_eq!(named(" Northlight ").validate().unwrap().name, "Northlight");
        let errors = CompanyInput::default().validate().unwrap_err();
        assert_eq!(errors.len(), 1);
        assert_eq!(errors.first().unwrap().message, "Company name is required");
    }

    #[test]
    fn every_bad_field_is_named() {
        let errors = CompanyInput {
            website_url: Some("not a site".into()),
            logo_url: Some("javascript:alert(1)".into()),
            about_us: Some("x".repeat(20_001)),
            awards: Some(vec!["a".into(); 51]),
            certifications: Some(vec!["a\0".into()]),
            ..named("Northlight")
        }
        .validate()
        .unwrap_err();
        let mut fields: Vec<_> = errors.iter().map(|error| error.field.as_ref()).collect();
        fields.sort_unstable();
        assert_eq!(fields, ["aboutUs", "awards", "certifications", "logoUrl", "websiteUrl"]);
    }

    #[test]
    fn logos_are_ours_or_on_the_web() {
        for (url, good) in [
            ("/objects/logo-1.png", true),
            ("https://cdn.example/logo.png", true),
            ("//evil.example/logo.png", false),
            ("/\\evil.example/logo.png", false),
            ("data:image/svg+xml,<svg>", false),
        ] {
            assert_eq!(is_logo(url), good, "{url}");
        }
    }
}
