//! The company profile that proposals are written from: the fields of its forms, and the validated profile.

use serde::{Deserialize, Serialize};

use crate::field_error::{Check, FieldError, TextField};

const NAME: TextField = TextField::new("name", "Company name", 200);
const LOGO_URL: TextField = TextField::new("logoUrl", "Logo", 2048);
const WEBSITE_URL: TextField = TextField::new("websiteUrl", "Website", 2048);
const PHONE: TextField = TextField::new("phone", "Phone", 50);
const ABOUT_US: TextField = TextField::long("aboutUs", "About us", 20_000);
const WHY_WORK_WITH_US: TextField = TextField::long("whyWorkWithUs", "Why work with you", 20_000);
const HOW_WE_WORK: TextField = TextField::long("howWeWork", "How you work", 20_000);
const WHAT_WE_OFFER: TextField = TextField::long("whatWeOffer", "What you offer", 20_000);
const TESTIMONIALS: TextField = TextField::long("testimonials", "Testimonials", 20_000);
const CASE_STUDIES_LINK: TextField = TextField::new("caseStudiesLink", "Case studies link", 2048);
const YEARS_IN_BUSINESS: TextField = TextField::new("yearsInBusiness", "Years in business", 50);
const TEAM_SIZE: TextField = TextField::new("teamSize", "Team size", 50);
const INDUSTRY_RECOGNITIONS: TextField = TextField::long("industryRecognitions", "Industry recognitions", 5000);
const GUARANTEES_OFFERED: TextField = TextField::long("guaranteesOffered", "Guarantees", 5000);
const CLIENT_LOGOS_URL: TextField = TextField::new("clientLogosUrl", "Client logos URL", 2048);
const SUCCESS_METRICS: TextField = TextField::long("successMetrics", "Success metrics", 5000);
const CUSTOM_AI_RULES: TextField = TextField::long("customAiRules", "AI rules", 10_000);
const TERMS_AND_CONDITIONS: TextField = TextField::long("termsAndConditions", "Terms and conditions", 100_000);
const CERTIFICATIONS: TextField = TextField::new("certifications", "Certification", 200);
const AWARDS: TextField = TextField::new("awards", "Award", 200);
/// The longest list of certifications or awards.
const LIST_MAX: usize = 50;

/// The fields of the setup and profile forms, as typed. Only the name is required.
///
/// An update is merged into the stored profile first: blank (or an empty list) clears a field.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct CompanyInput {
    /// Required when the profile is created.
    pub name: Option<String>,
    /// Path or URL of the logo.
    pub logo_url: Option<String>,
    /// Full http(s) URL; `https://` is put in front where no scheme was typed.
    pub website_url: Option<String>,
    /// Phone number as typed.
    pub phone: Option<String>,
    /// About the company.
    pub about_us: Option<String>,
    /// What sets the company apart.
    pub why_work_with_us: Option<String>,
    /// How the company works.
    pub how_we_work: Option<String>,
    /// Services.
    pub what_we_offer: Option<String>,
    /// Testimonials of earlier clients.
    pub testimonials: Option<String>,
    /// Full http(s) URL of case studies.
    pub case_studies_link: Option<String>,
    /// Free text, since people write `12+` or `since 2009`.
    pub years_in_business: Option<String>,
    /// Free text, for the same reason.
    pub team_size: Option<String>,
    pub industry_recognitions: Option<String>,
    /// Guarantees and commitments the company gives.
    pub guarantees_offered: Option<String>,
    /// Full http(s) URL of a page or picture of client logos.
    pub client_logos_url: Option<String>,
    /// Results the company claims.
    pub success_metrics: Option<String>,
    /// Extra rules for the assistant.
    pub custom_ai_rules: Option<String>,
    /// Terms appended to every proposal.
    pub terms_and_conditions: Option<String>,
    /// Certifications, one per entry.
    pub certifications: Option<Vec<String>>,
    /// Awards, one per entry.
    pub awards: Option<Vec<String>>,
}

/// A company profile that satisfies all rules.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct CompanyProfile {
    /// Company name, never blank in a validated profile.
    pub name: String,
    /// Path or URL of the logo.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub logo_url: Option<String>,
    /// Full http(s) URL; `https://` is put in front where no scheme was typed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub website_url: Option<String>,
    /// Phone number as typed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub phone: Option<String>,
    /// About the company.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub about_us: Option<String>,
    /// What sets the company apart.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why_work_with_us: Option<String>,
    /// How the company works.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub how_we_work: Option<String>,
    /// Services.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub what_we_offer: Option<String>,
    /// Testimonials of earlier clients.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub testimonials: Option<String>,
    /// Full http(s) URL of case studies.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub case_studies_link: Option<String>,
    /// Free text, since people write `12+` or `since 2009`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub years_in_business: Option<String>,
    /// Free text, for the same reason.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub team_size: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub industry_recognitions: Option<String>,
    /// Guarantees and commitments the company gives.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub guarantees_offered: Option<String>,
    /// Full http(s) URL of a page or picture of client logos.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub client_logos_url: Option<String>,
    /// Results the company claims.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub success_metrics: Option<String>,
    /// Extra rules for the assistant.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub custom_ai_rules: Option<String>,
    /// Terms appended to every proposal.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub terms_and_conditions: Option<String>,
    /// Certifications, none blank.
    pub certifications: Vec<String>,
    /// Awards, none blank.
    pub awards: Vec<String>,
}

impl CompanyInput {
    /// Checks every field and reports all errors at once.
    pub fn validate(&self) -> Result<CompanyProfile, Vec<FieldError>> {
        let mut check = Check::new();
        let profile = CompanyProfile {
            name: check.required(NAME, self.name.as_deref().unwrap_or_default()),
            logo_url: check.optional(LOGO_URL, self.logo_url.as_deref()),
            website_url: check.website(WEBSITE_URL, self.website_url.as_deref()),
            phone: check.optional(PHONE, self.phone.as_deref()),
            about_us: check.optional(ABOUT_US, self.about_us.as_deref()),
            why_work_with_us: check.optional(WHY_WORK_WITH_US, self.why_work_with_us.as_deref()),
            how_we_work: check.optional(HOW_WE_WORK, self.how_we_work.as_deref()),
            what_we_offer: check.optional(WHAT_WE_OFFER, self.what_we_offer.as_deref()),
            testimonials: check.optional(TESTIMONIALS, self.testimonials.as_deref()),
            case_studies_link: check.website(CASE_STUDIES_LINK, self.case_studies_link.as_deref()),
            years_in_business: check.optional(YEARS_IN_BUSINESS, self.years_in_business.as_deref()),
            team_size: check.optional(TEAM_SIZE, self.team_size.as_deref()),
            industry_recognitions: check.optional(INDUSTRY_RECOGNITIONS, self.industry_recognitions.as_deref()),
            guarantees_offered: check.optional(GUARANTEES_OFFERED, self.guarantees_offered.as_deref()),
            client_logos_url: check.website(CLIENT_LOGOS_URL, self.client_logos_url.as_deref()),
            success_metrics: check.optional(SUCCESS_METRICS, self.success_metrics.as_deref()),
            custom_ai_rules: check.optional(CUSTOM_AI_RULES, self.custom_ai_rules.as_deref()),
            terms_and_conditions: check.optional(TERMS_AND_CONDITIONS, self.terms_and_conditions.as_deref()),
            certifications: list(&mut check, CERTIFICATIONS, self.certifications.as_deref()),
            awards: list(&mut check, AWARDS, self.awards.as_deref()),
        };
        if profile.logo_url.as_deref().is_some_and(|url| !is_logo(url)) {
            check.push(FieldError::new("logoUrl", "invalid", "Logo must be an uploaded file or a web address"));
        }
        check.finish(Some(profile))
    }
}

/// A logo is a stored object (`/objects/...`) or an http(s) address; `javascript:` and `data:` never reach a
/// page.
fn is_logo(url: &str) -> bool {
    let ours = url.starts_with('/') && !url.starts_with("//") && !url.contains('\\');
    ours || ammonia::Url::parse(url)
        .is_ok_and(|url| matches!(url.scheme(), "http" | "https") && url.has_host() && url.username().is_empty())
}

fn list(check: &mut Check, field: TextField, values: Option<&[String]>) -> Vec<String> {
    let values = values.unwrap_or_default();
    if values.len() > LIST_MAX {
        check.push(FieldError::new(field.name, "too_many", format!("At most {LIST_MAX} entries are allowed")));
        return Vec::new();
    }
    values.iter().filter_map(|value| check.optional(field, Some(value))).collect()
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
