//! The lifecycle of subscriptions and their invoices: paid, changed, failed, recovered, ended. It knows no
//! HTTP, and the time is passed in.

use super::{
    objects,
    periods::{months_after, rest},
    state::{
        CheckoutState, Invoice, InvoiceState, Line, Reason, SEAT_CENTS, State, Status, Subscription, new_id,
    },
};

/// Why an action is refused.
pub(super) type Refused = &'static str;

/// The price of that many seats for a whole month, in cents.
pub(super) fn cents(seats: u64) -> i64 {
    i64::try_from(seats).unwrap_or(i64::MAX).saturating_mul(SEAT_CENTS)
}

impl State {
    /// Pays a checkout page: a subscription begins, and its first invoice is paid. As at Stripe, each paid
    /// page creates one.
    pub(super) fn pay(&mut self, checkout: &str, now: i64) -> Result<(), Refused> {
        let page = self
            .checkouts
            .iter()
            .find(|one| one.id == checkout)
            .ok_or("there is no such checkout session")?;
        match page.state {
            CheckoutState::Open => {}
            CheckoutState::Complete => return Err("the checkout session is complete"),
            CheckoutState::Expired => return Err("the checkout session has expired"),
        }
        let subscription = Subscription {
            id: new_id("sub"),
            item: new_id("si"),
            customer: page.customer.clone(),
            seats: page.seats,
            status: Status::Active,
            created: now,
            periods: 0,
            period: (now, months_after(now, 1)),
            cancel_at_period_end: false,
            canceled_at: None,
            ended_at: None,
            metadata: page.metadata.clone(),
            pending: Vec::new(),
            latest_invoice: None,
        };
        let id = subscription.id.clone();
        let lines = vec![month(&subscription)];
        self.subscriptions.push(subscription);
        self.tell_of_subscription("created", &id, now);
        let invoice = self.bill(&id, Reason::Create, lines, true, now);
        if let Some(page) = self.checkouts.iter_mut().find(|one| one.id == checkout) {
            page.state = CheckoutState::Complete;
            page.subscription = Some(id);
            page.invoice = invoice;
        }
        self.tell_of_checkout("completed", checkout, now);
        Ok(())
    }

    /// Expires a checkout page.
    pub(super) fn expire(&mut self, checkout: &str, now: i64) {
        if let Some(page) =
            self.checkouts.iter_mut().find(|one| one.id == checkout && one.state == CheckoutState::Open)
        {
            page.state = CheckoutState::Expired;
            self.tell_of_checkout("expired", checkout, now);
        }
    }

    /// Changes the seats; the prorated difference goes on the next invoice.
    pub(super) fn set_seats(&mut self, id: &str, seats: u64, now: i64) {
        let Some(subscription) = self.subscription_mut(id) else { return };
        if subscription.seats != seats {
            let lines = change(subscription, seats, now);
            subscription.pending.extend(lines);
            subscription.seats = seats;
            self.tell_of_subscription("updated", id, now);
        }
    }

    /// Starts the next month, whether or not it is due. A subscription that is to end with the current month
    /// ends instead.
    pub(super) fn renew(&mut self, id: &str, is_paid: bool, at: i64) {
        let Some(subscription) = self.subscription_mut(id).filter(|one| !one.is_over()) else { return };
        if subscription.cancel_at_period_end {
            return self.end(id, at);
        }
        subscription.periods += 1;
        subscription.period =
            (subscription.period.1, months_after(subscription.created, subscription.periods + 1));
        let mut lines = std::mem::take(&mut subscription.pending);
        lines.push(month(subscription));
        self.bill(id, Reason::Cycle, lines, is_paid, at);
        if !is_paid {
            self.set_status(id, Status::PastDue);
        }
        self.tell_of_subscription("updated", id, at);
    }

    /// The next payment is due now and fails.
    pub(super) fn fail_payment(&mut self, id: &str, now: i64) {
        self.renew(id, false, now);
    }

    /// Pays the open invoices. Without any, the next payment succeeds early.
    pub(super) fn recover_payment(&mut self, id: &str, now: i64) {
        let is_open = |invoice: &Invoice| invoice.subscription == id && invoice.state == InvoiceState::Open;
        let open: Vec<String> =
            self.invoices.iter().filter(|one| is_open(one)).map(|one| one.id.clone()).collect();
        if open.is_empty() {
            return self.renew(id, true, now);
        }
        for invoice in open {
            self.settle(&invoice, now);
        }
        if self.subscription(id).is_some_and(|one| !one.is_over()) {
            self.set_status(id, Status::Active);
            self.tell_of_subscription("updated", id, now);
        }
    }

    /// Ends the payment retries, and the subscription.
    pub(super) fn give_up(&mut self, id: &str, now: i64) {
        if self.subscription(id).is_none_or(Subscription::is_over) {
            return;
        }
        for invoice in &mut self.invoices {
            if invoice.subscription == id && invoice.state == InvoiceState::Open {
                invoice.state = InvoiceState::Uncollectible;
            }
        }
        self.set_status(id, Status::Unpaid);
        self.tell_of_subscription("updated", id, now);
        self.end(id, now);
    }

    /// Schedules the end for the end of the current period.
    pub(super) fn cancel_at_period_end(&mut self, id: &str, now: i64) {
        self.set_ending(id, Some(now), now);
    }

    /// Revokes a scheduled end.
    pub(super) fn resume(&mut self, id: &str, now: i64) {
        self.set_ending(id, None, now);
    }

    fn set_ending(&mut self, id: &str, decided: Option<i64>, now: i64) {
        if let Some(subscription) = self.subscription_mut(id).filter(|one| !one.is_over()) {
            subscription.cancel_at_period_end = decided.is_some();
            subscription.canceled_at = decided;
            self.tell_of_subscription("updated", id, now);
        }
    }

    /// Ends the subscription at once, without a refund.
    pub(super) fn cancel_now(&mut self, id: &str, now: i64) {
        if self.subscription(id).is_some_and(|one| !one.is_over()) {
            self.end(id, now);
        }
    }

    /// Ends the subscription at once; the unused paid time becomes credit.
    pub(super) fn cancel_with_credit(&mut self, id: &str, now: i64) {
        let Some(subscription) = self.subscription_mut(id).filter(|one| !one.is_over()) else { return };
        let mut lines = std::mem::take(&mut subscription.pending);
        // An unpaid month leaves nothing to credit.
        if subscription.status == Status::Active {
            lines.push(unused(subscription, now));
        }
        if !lines.is_empty() {
            self.bill(id, Reason::Update, lines, true, now);
        }
        self.end(id, now);
    }

    fn end(&mut self, id: &str, at: i64) {
        if let Some(subscription) = self.subscription_mut(id) {
            subscription.status = Status::Canceled;
            subscription.canceled_at.get_or_insert(at);
            subscription.ended_at = Some(at);
            subscription.pending.clear();
        }
        self.tell_of_subscription("deleted", id, at);
    }

    fn set_status(&mut self, id: &str, status: Status) {
        if let Some(subscription) = self.subscription_mut(id) {
            subscription.status = status;
        }
    }

    /// Applies what has become due since the last call: expired pages and new months.
    pub(super) fn catch_up(&mut self, now: i64) {
        let is_out =
            |page: &&super::state::Checkout| page.state == CheckoutState::Open && page.expires_at() <= now;
        let out: Vec<(String, i64)> =
            self.checkouts.iter().filter(is_out).map(|page| (page.id.clone(), page.expires_at())).collect();
        for (page, at) in out {
            self.expire(&page, at);
        }
        let due = |one: &&Subscription| !one.is_over() && one.period.1 <= now;
        while let Some((id, at, is_paid)) = self
            .subscriptions
            .iter()
            .find(due)
            .map(|one| (one.id.clone(), one.period.1, one.status == Status::Active))
        {
            // If the last payment failed, so does the next.
            self.renew(&id, is_paid, at);
        }
    }

    /// Creates an invoice, and collects the payment if possible.
    fn bill(
        &mut self,
        subscription: &str,
        reason: Reason,
        lines: Vec<Line>,
        is_paid: bool,
        at: i64,
    ) -> Option<String> {
        let of = self.subscription(subscription)?.clone();
        let serial = self.invoices.iter().filter(|one| one.customer == of.customer).count() + 1;
        let number = format!(
            "TEST-{}-{serial:04}",
            of.customer.chars().rev().take(6).collect::<String>().to_uppercase()
        );
        let customer = self.customers.iter_mut().find(|one| one.id == of.customer)?;
        let mut invoice = Invoice {
            id: new_id("in"),
            number,
            customer: of.customer.clone(),
            subscription: of.id.clone(),
            item: of.item.clone(),
            reason,
            state: InvoiceState::Open,
            created: at,
            period: of.period,
            lines,
            starting_balance: customer.balance,
            ending_balance: 0,
            attempts: 0,
            paid_at: None,
        };
        // Credit is used first, and an amount owed to the customer becomes credit.
        invoice.ending_balance = (invoice.total() + invoice.starting_balance).min(0);
        customer.balance = invoice.ending_balance;
        let (id, is_free) = (invoice.id.clone(), invoice.due() == 0);
        self.invoices.push(invoice);
        if let Some(subscription) = self.subscription_mut(subscription) {
            subscription.latest_invoice = Some(id.clone());
        }
        self.tell_of_invoice("created", &id, at);
        if is_paid || is_free {
            self.settle(&id, at);
        } else {
            if let Some(invoice) = self.invoices.iter_mut().find(|one| one.id == id) {
                invoice.attempts += 1;
            }
            self.tell_of_invoice("payment_failed", &id, at);
        }
        Some(id)
    }

    fn settle(&mut self, id: &str, at: i64) {
        if let Some(invoice) = self.invoices.iter_mut().find(|one| one.id == id) {
            invoice.attempts += 1;
            invoice.state = InvoiceState::Paid;
            invoice.paid_at = Some(at);
        }
        self.tell_of_invoice("paid", id, at);
    }

    /// A preview of the next invoice with that many seats.
    pub(super) fn preview(&self, id: &str, seats: u64, now: i64) -> Option<Invoice> {
        let mut of = self.subscription(id).filter(|one| !one.is_over())?.clone();
        if of.seats != seats {
            let lines = change(&of, seats, now);
            of.pending.extend(lines);
            of.seats = seats;
        }
        let present = of.period;
        let mut lines = std::mem::take(&mut of.pending);
        if !of.cancel_at_period_end {
            of.period = (present.1, months_after(of.created, of.periods + 2));
            lines.push(month(&of));
        }
        let balance = self.customer(&of.customer)?.balance;
        let total: i64 = lines.iter().map(|line| line.amount).sum();
        Some(Invoice {
            id: new_id("upcoming_in"),
            number: String::new(),
            customer: of.customer,
            subscription: of.id,
            item: of.item,
            reason: Reason::Upcoming,
            state: InvoiceState::Open,
            created: present.1,
            period: present,
            lines,
            starting_balance: balance,
            ending_balance: (total + balance).min(0),
            attempts: 0,
            paid_at: None,
        })
    }

    fn tell_of_subscription(&mut self, what: &str, id: &str, at: i64) {
        let object = self.subscription(id).map(objects::subscription);
        self.tell(&format!("customer.subscription.{what}"), object, at);
    }

    fn tell_of_invoice(&mut self, what: &str, id: &str, at: i64) {
        let object = self.invoice(id).map(|invoice| objects::invoice(self, invoice));
        self.tell(&format!("invoice.{what}"), object, at);
    }

    fn tell_of_checkout(&mut self, what: &str, id: &str, at: i64) {
        let object = self.checkout(id).map(|page| objects::checkout(self, page, false));
        self.tell(&format!("checkout.session.{what}"), object, at);
    }
}

/// The line for the whole current period.
fn month(of: &Subscription) -> Line {
    Line {
        id: new_id("il"),
        amount: cents(of.seats),
        description: format!("{} × Proffer seat (at $9.00 / month)", of.seats),
        seats: of.seats,
        period: of.period,
        is_proration: false,
    }
}

/// The credit for the unused paid part of the current period.
fn unused(of: &Subscription, now: i64) -> Line {
    Line {
        id: new_id("il"),
        amount: -rest(cents(of.seats), now, of.period),
        description: format!("Unused time on {} × Proffer seat", of.seats),
        seats: of.seats,
        period: (now, of.period.1),
        is_proration: true,
    }
}

/// A change of seats for the rest of the period: credit for the old seats, and a charge for the new ones.
fn change(of: &Subscription, seats: u64, now: i64) -> [Line; 2] {
    let remaining = Line {
        id: new_id("il"),
        amount: rest(cents(seats), now, of.period),
        description: format!("Remaining time on {seats} × Proffer seat"),
        seats,
        period: (now, of.period.1),
        is_proration: true,
    };
    [unused(of, now), remaining]
}
