import { describe, expect, it } from 'vitest';
import { choicesWith, objectChoices, phraseOf, sentenceOf } from './sentence';

const actorName = 'Ada Meyer';

describe('a line of the audit log as a sentence', () => {
  it.each([
    ['clients', 'delete', 'Harbor GmbH', 'Ada Meyer deleted client Harbor GmbH'],
    ['clients', 'create', undefined, 'Ada Meyer created client'],
    ['proposals', 'send', 'Website', 'Ada Meyer sent proposal Website'],
    ['proposals', 'share', 'Website', 'Ada Meyer shared proposal Website'],
    ['proposals', 'renew_link', 'Website', 'Ada Meyer replaced the link to proposal Website'],
    ['proposals', 'revoke_link', 'Website', 'Ada Meyer revoked the link to proposal Website'],
    ['proposals', 'remind', 'Website', 'Ada Meyer reminded the client of proposal Website'],
    ['proposals', 'countersign', 'Website', 'Ada Meyer countersigned proposal Website'],
    ['proposals', 'accept', 'Website', 'Ada Meyer recorded the acceptance of proposal Website'],
    ['company', 'update', undefined, 'Ada Meyer changed the company profile'],
    ['team', 'invite', 'grace@harbor.example', 'Ada Meyer invited grace@harbor.example'],
    ['team', 'update', 'Grace Hopper', 'Ada Meyer changed the role of Grace Hopper'],
    ['team', 'update', undefined, 'Ada Meyer changed a member’s role'],
    ['team', 'delete', 'Grace Hopper', 'Ada Meyer removed member Grace Hopper'],
    ['team', 'leave', 'ada@harbor.example', 'Ada Meyer left the team'],
    ['team', 'join', 'ada@harbor.example', 'Ada Meyer joined the team'],
    ['team', 'cancel', undefined, 'Ada Meyer cancelled an invitation'],
    ['workspace', 'transfer', 'Grace Hopper', 'Ada Meyer transferred the workspace to Grace Hopper'],
    ['workspace', 'export', undefined, 'Ada Meyer exported the workspace'],
    ['api_keys', 'delete', 'Zapier', 'Ada Meyer revoked API key Zapier'],
    ['proposals', 'confirm', 'Website', 'Ada Meyer confirmed a price of proposal Website'],
    ['proposals', 'accept_claims', 'Website', 'Ada Meyer accepted claims in proposal Website'],
    ['proposals', 'remove_claims', 'Website', 'Ada Meyer removed claims from proposal Website'],
    ['proposals', 'restore', 'Website', 'Ada Meyer restored an earlier version of proposal Website'],
    ['proposals', 'refresh', 'Website', 'Ada Meyer updated the company’s details in proposal Website'],
    ['proposals', 'delete', 'Website, Shop', 'Ada Meyer deleted proposal Website, Shop'],
    ['assistant', 'use', 'Website', 'Ada Meyer asked the assistant about proposal Website'],
    ['assistant', 'use', undefined, 'Ada Meyer had the assistant read a recap'],
    ['company', 'choose_design', 'Atlas', 'Ada Meyer chose the design Atlas'],
    ['company', 'choose_design', undefined, 'Ada Meyer chose a design'],
    ['site', 'update', 'chat_prompt', 'Ada Meyer changed the setting chat_prompt'],
    ['subscription', 'update', undefined, 'Ada Meyer changed the subscription'],
    ['subscription', 'checkout', '3 seats', 'Ada Meyer started the checkout for 3 seats'],
    ['subscription', 'checkout', undefined, 'Ada Meyer started a checkout'],
    ['subscription', 'portal', 'Stripe', 'Ada Meyer opened the payment settings at Stripe'],
    [
      'site',
      'give_plan',
      'Pro for good: A friend.',
      'Ada Meyer granted this workspace Pro for good: A friend.',
    ],
    ['site', 'give_plan', undefined, 'Ada Meyer granted this workspace a plan'],
    [
      'site',
      'block_assistant',
      'Bob Lane: Costs run away',
      'Ada Meyer blocked the assistant for Bob Lane: Costs run away',
    ],
    ['site', 'make_site_admin', 'Bob Lane', 'Ada Meyer granted site administration to Bob Lane'],
    ['site', 'retry_job', 'Send a mail', 'Ada Meyer retried the job Send a mail'],
    [
      'site',
      'end_plan',
      'Pro ended: The test is over.',
      'Ada Meyer revoked the granted plan: Pro ended: The test is over.',
    ],
    ['shared_proposal', 'request_changes', 'Website', 'Ada Meyer asked for changes to proposal Website'],
    ['workspace', 'update', 'Harbor', 'Ada Meyer changed the workspace Harbor'],
    ['account', 'change_password', 'Ada Meyer', 'Ada Meyer changed their password'],
    ['account', 'change_picture', 'Ada Meyer', 'Ada Meyer changed their picture'],
    ['account', 'end_session', undefined, 'Ada Meyer ended a session'],
    ['account', 'end_sessions', undefined, 'Ada Meyer ended their other sessions'],
    ['account', 'switch', 'Harbor', 'Ada Meyer switched workspace'],
    ['account', 'unlink_identity', 'Ada Meyer', 'Ada Meyer unlinked a way to sign in'],
    ['account', 'delete', 'Ada Meyer', 'Ada Meyer deleted their account'],
    [
      'sso',
      'update',
      'https://id.harbor.example',
      'Ada Meyer changed single sign-on for https://id.harbor.example',
    ],
    ['sso', 'delete', undefined, 'Ada Meyer removed single sign-on'],
    ['sso', 'add_domain', 'harbor.example', 'Ada Meyer added the domain harbor.example'],
    ['sso', 'prove', 'harbor.example', 'Ada Meyer verified the domain harbor.example'],
    ['audit_log', 'export', undefined, 'Ada Meyer exported the audit log'],
    ['notifications', 'read', undefined, 'Ada Meyer read their notifications'],
    ['notifications', 'update', undefined, 'Ada Meyer changed their notification settings'],
    [
      'notifications',
      'unsubscribe',
      'a proposal is viewed',
      'Ada Meyer unsubscribed from mails when a proposal is viewed',
    ],
    ['notifications', 'end_reminders', 'Website', 'Ada Meyer ended the reminders of proposal Website'],
  ])('%s %s %s', (object, action, targetName, sentence) => {
    expect(sentenceOf({ actorName, object, action, ...(targetName !== undefined && { targetName }) })).toBe(
      sentence,
    );
  });

  it('shows words it does not know as they are', () => {
    expect(sentenceOf({ actorName, object: 'brand_kits', action: 'roll_back', targetName: 'Spring' })).toBe(
      'Ada Meyer roll back brand kits Spring',
    );
    expect(phraseOf({ object: 'toString', action: 'constructor' })).toEqual({
      words: 'constructor toString',
    });
  });

  it('keeps a filter from the address that is none of its choices', () => {
    expect(choicesWith(objectChoices, '')).toBe(objectChoices);
    expect(choicesWith(objectChoices, 'team')).toBe(objectChoices);
    expect(choicesWith(objectChoices, 'brand_kits').at(-1)).toEqual({
      value: 'brand_kits',
      label: 'Brand kits',
    });
  });
});
