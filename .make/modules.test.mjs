import assert from 'node:assert/strict';
import { test } from 'node:test';

import { faults, moduleOf, paths } from './modules.mjs';

test('every path of a tree is read, aliases and comments aside', () => {
  const source = `
use crate::{
    app::App, // use crate::site;
    features::proposals::{service::{self as proposals, trail}, store::rows},
};
fn a() { crate::http::limits::take(); }`;
  assert.deepEqual(paths(source), [
    'app::App',
    'features::proposals::service',
    'features::proposals::service::trail',
    'features::proposals::store::rows',
    'http::limits::take',
  ]);
});

test('a path from the parent module is read as one from the crate', () => {
  assert.deepEqual(paths('use super::{api, store};\nuse super::super::chat;', 'features/clients/import.rs'), [
    'features::clients::api',
    'features::clients::store',
    'features::chat',
  ]);
  assert.deepEqual(paths('pub use super::wire::Page;', 'http/mod.rs'), ['wire::Page']);
});

test('only handlers use handlers', () => {
  assert.deepEqual(faults('features/chat/api.rs', ['features::proposals::versions_api::refuse']), []);
  assert.deepEqual(faults('features/mod.rs', ['features::chat::api::ChatApi']), []);
  assert.equal(faults('features/chat/hub.rs', ['features::chat::api::ChatReply']).length, 1);
  assert.equal(faults('features/chat/hub.rs', ['features::proposals::versions_api']).length, 1);
});

test('a path belongs to a layer or to one feature', () => {
  assert.equal(moduleOf('features::chat::api'), 'features/chat');
  assert.equal(moduleOf('features::Noun'), 'features');
  assert.equal(moduleOf('http::problem'), 'http');
});

test('a module uses what is below it', () => {
  assert.deepEqual(faults('features/chat/api.rs', ['features::proposals::service', 'access::Member', 'features::chat::hub']), []);
});

test('using a module above, another feature out of order, or the store of another is a fault', () => {
  assert.equal(faults('http/limits.rs', ['access::Member']).length, 1);
  assert.equal(faults('features/clients/service.rs', ['features::proposals::service']).length, 1);
  assert.equal(faults('features/chat/revert.rs', ['features::proposals::store::rows']).length, 1);
  assert.equal(faults('nowhere/mod.rs', []).length, 1);
});

test('the layers below the handlers name no problem, apart from the edge', () => {
  for (const file of ['worker/sweep.rs', 'jobs/queue.rs', 'mail/mod.rs', 'site_settings.rs', 'tokens.rs', 'wire/sheet.rs', 'backup/mod.rs']) {
    assert.equal(faults(file, ['http::problem::Problem']).length, 1, file);
  }
  for (const file of ['access/mod.rs', 'failure/mod.rs', 'http/limits.rs', 'jobs/error.rs', 'site/pages.rs', 'wire.rs', 'wire/body.rs']) {
    assert.deepEqual(faults(file, ['http::problem::Problem']), [], file);
  }
});

test('only the edge of a feature names a problem', () => {
  for (const file of ['billing/api.rs', 'billing/plans_api.rs', 'billing/error.rs', 'notifications/follow.rs', 'problem_schema.rs']) {
    assert.deepEqual(faults(`features/${file}`, ['http::problem::Problem']), [], file);
  }
  assert.equal(faults('features/billing/service.rs', ['http::problem::Problem']).length, 1);
  assert.equal(faults('features/deliveries.rs', ['http::problem']).length, 1);
  assert.deepEqual(faults('features/billing/service.rs', ['http::problem::Extension', 'http::paging::Page']), []);
});
