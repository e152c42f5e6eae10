//! The table of permissions against casbin itself.

use casbin::CoreApi as _;
use proffer::authz::{Policy, Role, enforcer};

use crate::support::app::RULES;

#[tokio::test]
async fn the_table_is_what_casbin_enforces() {
    let (policy, enforcer) = (Policy::shipped().await.unwrap(), enforcer(RULES).await.unwrap());
    for &role in Role::ALL {
        for (object, action) in policy.questions() {
            let verdict = enforcer.enforce((role.word(), object.word(), action.word())).unwrap();
            assert_eq!(policy.allows(role, action, object), verdict, "{role} {object}:{action}");
        }
    }
}
