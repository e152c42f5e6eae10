//! Use cases of designs: the current one, choosing another, and the resulting style sheet.

use std::{
    collections::HashMap,
    sync::{Arc, LazyLock, Mutex, PoisonError},
};

use proffer_adapters::mail::MailBrand;
use proffer_domain::{
    design::{self, Brand, DesignInput, Refusal, Repair, Stylesheet, Template, Validated},
    revision,
};
use proffer_store::TenantTx;
use sea_orm::JsonValue;
use serde::Deserialize as _;
use uuid::Uuid;

use super::{
    design_store::{self, Preferences},
    design_types::{
        ColorRepair, ColorVariables, CssRefusal, DesignPreview, ProposalTemplate, TemplatePreferences,
    },
    service,
};
use crate::{
    app::App,
    failure::{Failure, stale},
};

/// How many style sheets are cached; above this the cache is cleared.
const KEPT_MAX: usize = 512;
static KEPT: LazyLock<Mutex<HashMap<Brand, Arc<Stylesheet>>>> = LazyLock::new(Mutex::default);

/// The style sheet of a brand, cached because it depends on nothing else.
pub fn stylesheet(brand: &Brand) -> Arc<Stylesheet> {
    let mut kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(sheet) = kept.get(brand) {
        return Arc::clone(sheet);
    }
    if kept.len() >= KEPT_MAX {
        kept.clear();
    }
    let sheet = Arc::new(design::compile(brand));
    kept.insert(brand.clone(), Arc::clone(&sheet));
    sheet
}

/// The built-in designs, each with its style sheet in its default colours.
pub fn templates() -> Vec<ProposalTemplate> {
    design::templates().iter().map(template).collect()
}

fn template(template: &Template) -> ProposalTemplate {
    let colors = template.color_variables.clone();
    let others =
        design::font::ALL.iter().map(|font| font.name.to_owned()).filter(|name| *name != template.font);
    ProposalTemplate {
        id: template.id,
        name: template.name.clone(),
        description: template.description.clone(),
        preview_image_url: None,
        css_template: stylesheet(&Brand::of(template)).css.clone(),
        html_structure: design::sample().to_owned(),
        color_variables: ColorVariables {
            primary: colors.primary,
            secondary: colors.secondary,
            accent: colors.accent,
        },
        category: template.category.clone(),
        layouts: template.layouts.clone(),
        fonts: std::iter::once(template.font.clone()).chain(others).collect(),
        is_active: true,
        sort_order: template.sort_order,
    }
}

/// The design of the workspace's proposals; the first template by default.
pub async fn preferences(tx: &TenantTx) -> Result<TemplatePreferences, Failure> {
    let row = design_store::in_use(tx).await?;
    Ok(with_etag(row.map_or_else(|| Brand::unchosen().into(), Into::into)))
}

/// Adds the `etag` to the workspace's design.
fn with_etag(preferences: TemplatePreferences) -> TemplatePreferences {
    let brand = Brand {
        template_id: preferences.template_id,
        primary_color: preferences.primary_color.clone(),
        secondary_color: preferences.secondary_color.clone(),
        accent_color: preferences.accent_color.clone(),
        layout_style: preferences.layout_style.clone(),
        font_family: preferences.font_family.clone(),
        custom_css: preferences.custom_css.clone(),
    };
    TemplatePreferences { etag: Some(stale::etag(&brand)), ..preferences }
}

/// Sets the design of the workspace's proposals.
pub async fn save(
    app: &App,
    tx: TenantTx,
    user_id: Uuid,
    mut input: DesignInput,
) -> Result<TemplatePreferences, Failure> {
    let started_from = input.etag.take();
    let active = input.is_active.unwrap_or(true);
    let Validated { brand, refusals } = validated(input, "")?;
    let present = design_store::in_use_for_update(&tx)
        .await?
        .map_or_else(Brand::unchosen, |row| design_store::brand(&row));
    let merged: DesignInput = stale::merged(started_from.as_deref(), &present, &brand)?;
    let brand = merged.validate()?.brand;
    let name = design::find(brand.template_id).map(|template| template.name.clone()).unwrap_or_default();
    let row = design_store::save(&tx, app.new_id(), user_id, &brand, active, app.now()).await?;
    if let Some(entry) = tx.audit_entry() {
        entry.action("choose_design");
    }
    tx.about(row.id, name);
    tx.commit().await?;
    Ok(TemplatePreferences {
        refusals: Some(refusals.into_iter().map(Into::into).collect()),
        ..with_etag(row.into())
    })
}

/// A preview of a design.
pub fn preview(input: DesignInput) -> Result<DesignPreview, Failure> {
    let Validated { brand, refusals } = validated(input, "")?;
    let sheet = stylesheet(&brand);
    Ok(DesignPreview {
        css: sheet.css.clone(),
        repairs: sheet.repairs.iter().map(Into::into).collect(),
        refusals: refusals.into_iter().map(Into::into).collect(),
    })
}

/// The validated design; otherwise its invalid fields, with the prefix `within` in each name.
pub fn validated(input: DesignInput, within: &str) -> Result<Validated, Failure> {
    input.validate().map_err(|mut errors| {
        for error in &mut errors {
            error.field = format!("{within}{}", error.field).into();
        }
        errors.into()
    })
}

/// A proposal's own design, if it has one.
pub fn own(column: Option<&JsonValue>) -> Result<Option<Brand>, Failure> {
    column.map(|json| Brand::deserialize(json).map_err(Failure::internal)).transpose()
}

/// The design of a proposal: its own, or the workspace's.
pub async fn of_proposal(tx: &TenantTx, column: Option<&JsonValue>) -> Result<Brand, Failure> {
    if let Some(brand) = own(column)? {
        return Ok(brand);
    }
    Ok(design_store::in_use(tx).await?.map_or_else(Brand::unchosen, |row| design_store::brand(&row)))
}

/// The branding of the workspace's mails: the company's name and colour; `None` without a company profile.
pub async fn mail_brand(tx: &TenantTx) -> Result<Option<MailBrand>, Failure> {
    let Some(company) = service::profile(tx).await? else { return Ok(None) };
    let brand = of_proposal(tx, None).await?;
    Ok(Some(MailBrand { company: company.name, primary_color: brand.primary_color }))
}

/// A design as frozen with a revision: a later release may change the template, but the sent page stays the
/// same.
pub fn frozen(brand: Brand) -> revision::Brand {
    let css = stylesheet(&brand).css.clone();
    revision::Brand {
        primary_color: brand.primary_color,
        secondary_color: brand.secondary_color,
        accent_color: brand.accent_color,
        font_family: Some(brand.font_family),
        layout_style: Some(brand.layout_style),
        template_id: Some(brand.template_id),
        custom_css: brand.custom_css,
        css: Some(css),
    }
}

impl From<Brand> for TemplatePreferences {
    fn from(brand: Brand) -> Self {
        Self {
            id: None,
            template_id: brand.template_id,
            primary_color: brand.primary_color,
            secondary_color: brand.secondary_color,
            accent_color: brand.accent_color,
            layout_style: brand.layout_style,
            font_family: brand.font_family,
            custom_css: brand.custom_css,
            is_active: true,
            updated_at: None,
            refusals: None,
            etag: None,
        }
    }
}

impl From<Preferences> for TemplatePreferences {
    fn from(row: Preferences) -> Self {
        let brand = design_store::brand(&row);
        Self {
            id: Some(row.id),
            is_active: row.is_active,
            updated_at: Some(row.updated_at.into()),
            ..brand.into()
        }
    }
}

impl From<&Repair> for ColorRepair {
    fn from(repair: &Repair) -> Self {
        Self {
            role: repair.role.to_owned(),
            asked: repair.asked.clone(),
            used: repair.used.clone(),
            contrast: repair.contrast.clone(),
        }
    }
}

impl From<Refusal> for CssRefusal {
    fn from(refusal: Refusal) -> Self {
        Self { css: refusal.css, message: refusal.message.to_owned() }
    }
}
