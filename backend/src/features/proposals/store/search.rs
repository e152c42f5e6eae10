//! Finding proposals by words: those that have, for each word of the term, one that begins with it. Which way
//! is quick depends on how many the rarest word finds, so that is looked at first.

use proffer_store::TenantTx;
use sea_orm::{DbErr, FromQueryResult};

use super::cards::Sql;

/// Words of a term that count; further ones find no less.
const MOST_WORDS: u64 = 10;
/// So many of those that match are read at once.
const PAGE: u64 = 20;

/// A word of the term, and how many proposals have one that begins with it, counted up to what is called
/// common.
#[derive(Debug, FromQueryResult)]
struct Word {
    text: String,
    proposals: i64,
    common: i64,
}

/// The words to search for, the rarest first; at least one.
#[derive(Debug)]
pub struct Words(Vec<Word>);

impl Words {
    /// Those of `term`; nothing where it has none, and where one of them is in no proposal.
    ///
    /// On the way through a list of `n` proposals a page of those that match is full after some `PAGE * n /
    /// matching`; all that match are `matching`. A word is common where the first is less.
    pub async fn of(tx: &TenantTx, term: &str) -> Result<Option<Self>, DbErr> {
        let mut query = Sql::new("WITH enough AS MATERIALIZED (SELECT ceil(sqrt(");
        query.text(&format!("{PAGE} * coalesce(sum(count), 0)))::bigint + 1 AS number FROM proposal_tallies WHERE workspace_id = "));
        query.value(tx.workspace_id());
        query.text(
            ") SELECT wanted.word AS text, (SELECT number FROM enough) AS common,
                      (SELECT count(*) FROM (SELECT 1 FROM proposal_words f WHERE f.workspace_id = ",
        );
        query.value(tx.workspace_id());
        query.text(
            " AND f.word >= wanted.word COLLATE \"C\" AND f.word < (wanted.word || chr(1114111)) COLLATE \"C\"
              LIMIT (SELECT number FROM enough)) met) AS proposals
              FROM (SELECT word FROM unnest(words_of(",
        );
        // PostgreSQL takes no NUL.
        query.value(term.replace('\0', " "));
        query.text(&format!(")) word LIMIT {MOST_WORDS}) wanted ORDER BY proposals"));
        let words = Word::find_by_statement(query.statement()).all(tx.conn()).await?;
        Ok(words.first().is_some_and(|rarest| rarest.proposals > 0).then_some(Self(words)))
    }

    /// The rarest, where it is not common.
    fn rare(&self) -> Option<&Word> {
        self.0.first().filter(|rarest| rarest.proposals < rarest.common)
    }

    /// What to read instead of `proposals p`: with a rare word, the proposals that have it, which are then
    /// few enough to be looked at one by one and sorted; else all of them, in the order of the list, as the
    /// first that match are soon met.
    ///
    /// `OFFSET 0` keeps the planner from taking these apart: it would count on rare words to be found evenly
    /// along the list.
    pub fn source(&self, tx: &TenantTx, query: &mut Sql) {
        let Some(rarest) = self.rare() else { return query.text("proposals p") };
        query.text("(SELECT p.* FROM (SELECT DISTINCT f.proposal_id FROM proposal_words f WHERE f.workspace_id = ");
        query.value(tx.workspace_id());
        begins(query, &rarest.text);
        // The planner knows by it how few they are. Some may be added just now.
        let most = (2 * rarest.proposals.unsigned_abs()).next_power_of_two();
        query.text(&format!(" LIMIT {most}) found JOIN proposals p ON p.id = found.proposal_id AND p.workspace_id = "));
        query.value(tx.workspace_id());
        query.text(" OFFSET 0) p");
    }

    /// The condition that a proposal has all of them.
    pub fn condition(&self, query: &mut Sql) {
        for word in self.0.iter().skip(usize::from(self.rare().is_some())) {
            query.text(" AND EXISTS (SELECT FROM proposal_words f WHERE f.workspace_id = p.workspace_id AND f.proposal_id = p.id");
            begins(query, &word.text);
            query.text(" OFFSET 0)");
        }
    }
}

/// Under row-level security only leakproof operators become conditions of an index; comparing text is one,
/// matching a pattern is not.
fn begins(query: &mut Sql, word: &str) {
    query.text(" AND f.word >= ");
    query.value(word);
    query.text(" COLLATE \"C\" AND f.word < ");
    query.value(format!("{word}{}", char::MAX));
    query.text(" COLLATE \"C\"");
}
