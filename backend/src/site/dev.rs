//! The additional routes of `proffer dev`.

use poem::{
    Response, Route, handler,
    web::{Data, Path},
};

use super::{dev_clock, dev_mail};
use crate::app::App;

/// Adds the mails, and a clock that can be moved.
pub(super) fn routes(routes: Route) -> Route {
    routes
        .at("/dev/mail", poem::get(mail_list))
        .at("/dev/mail/:id", poem::get(mail_show))
        .at("/dev/clock", poem::get(dev_clock::show).post(dev_clock::advance))
}

#[handler]
async fn mail_list(app: Data<&App>) -> Response {
    dev_mail::list(&app.config.outbox()).await
}

#[handler]
async fn mail_show(app: Data<&App>, Path(id): Path<String>) -> Response {
    dev_mail::show(&app.config.outbox(), &id).await
}
