//! Searching proposals by words: each word of the term must be the beginning of a word of the proposal. The
//! fastest plan depends on how many proposals match the rarest word, so that is counted first.

use proffer_store::TenantTx;
use sea_orm::{DbErr, FromQueryResult};

use super::cards::Sql;

/// How many words of a term are used; more rarely narrow the result.
const MOST_WORDS: u64 = 10;
/// How many matches are read at once.
const PAGE: u64 = 20;

/// A word of the term, and the number of proposals with a word that begins with it, counted up to the limit
/// for common words.
#[derive(Debug, FromQueryResult)]
struct Word {
    text: String,
    proposals: i64,
    common: i64,
}

/// The words to search for, rarest first; at least one.
#[derive(Debug)]
pub struct Words(Vec<Word>);

impl Words {
    /// The words of `term`; `None` if there are none, or if one of them is in no proposal.
    ///
    /// Reading a list of `n` proposals in order, a page of matches is full after about `PAGE * n / matching`
    /// rows; reading all matches costs `matching` rows. A word is common if the first is less.
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
        // PostgreSQL stores no NUL.
        query.value(term.replace('\0', " "));
        query.text(&format!(")) word LIMIT {MOST_WORDS}) wanted ORDER BY proposals"));
        let words = Word::find_by_statement(query.statement()).all(tx.conn()).await?;
        Ok(words.first().is_some_and(|rarest| rarest.proposals > 0).then_some(Self(words)))
    }

    /// The rarest word, unless it is common.
    fn rare(&self) -> Option<&Word> {
        self.0.first().filter(|rarest| rarest.proposals < rarest.common)
    }

    /// The replacement for `proposals p`: with a rare word, the proposals that contain it, which are few
    /// enough to be checked one by one and sorted; otherwise all proposals in the order of the list, because
    /// the first matches are found soon.
    ///
    /// `OFFSET 0` keeps the planner from flattening the subquery: it would assume that rare words are spread
    /// evenly over the list.
    pub fn source(&self, tx: &TenantTx, query: &mut Sql) {
        let Some(rarest) = self.rare() else { return query.text("proposals p") };
        query.text(
            "(SELECT p.* FROM (SELECT DISTINCT f.proposal_id FROM proposal_words f WHERE f.workspace_id = ",
        );
        query.value(tx.workspace_id());
        begins(query, &rarest.text);
        // It tells the planner how few there are. Some may be added concurrently.
        let most = (2 * rarest.proposals.unsigned_abs()).next_power_of_two();
        query.text(&format!(
            " LIMIT {most}) found JOIN proposals p ON p.id = found.proposal_id AND p.workspace_id = "
        ));
        query.value(tx.workspace_id());
        query.text(" OFFSET 0) p");
    }

    /// The condition that a proposal contains all words.
    pub fn condition(&self, query: &mut Sql) {
        for word in self.0.iter().skip(usize::from(self.rare().is_some())) {
            query.text(" AND EXISTS (SELECT FROM proposal_words f WHERE f.workspace_id = p.workspace_id AND f.proposal_id = p.id");
            begins(query, &word.text);
            query.text(" OFFSET 0)");
        }
    }
}

/// Under row-level security, only leakproof operators become index conditions; text comparison is leakproof,
/// pattern matching is not.
fn begins(query: &mut Sql, word: &str) {
    query.text(" AND f.word >= ");
    query.value(word);
    query.text(" COLLATE \"C\" AND f.word < ");
    query.value(format!("{word}{}", char::MAX));
    query.text(" COLLATE \"C\"");
}
