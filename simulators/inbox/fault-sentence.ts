/** Faults as sentences for people. */
import type { Fault, FaultOf } from '../faults.ts';

/** @returns what the fault does, in one sentence */
export function faultSentence(fault: Fault): string {
  const parts = [
    vendorClause(fault),
    fault.rate !== undefined && `in ${Number((fault.rate * 100).toFixed(2))} % of the calls`,
    fault.delay_ms && `answers ${fault.delay_ms} ms late`,
    ...(fault.vendor === 'sendgrid' || fault.vendor === 'twilio'
      ? [fault.silent && 'sends no events', fault.to && `only for ${fault.to}`]
      : []),
    fault.times === undefined ? 'until cleared' : `${fault.times} more ${fault.times === 1 ? 'time' : 'times'}`,
  ];
  return `${parts.filter(Boolean).join(', ')}.`;
}

function vendorClause(fault: Fault): string {
  switch (fault.vendor) {
    case 'sendgrid':
      return `SendGrid ${messageEffect(fault)}`;
    case 'twilio':
      return `Twilio ${messageEffect(fault)}${fault.code === undefined ? '' : ` (${fault.code})`}`;
    case 'google':
      return `Google ${googleEffect(fault)}`;
    case 'stripe':
      return `Stripe ${stripeEffect(fault)}`;
  }
}

function stripeEffect({ mode, status, silent }: FaultOf<'stripe'>): string {
  if (silent) return 'sends no webhooks';
  switch (mode) {
    case 'status':
      return `answers ${status}`;
    case 'timeout':
      return 'never answers and does nothing';
    case 'reset':
      return 'hangs up and does nothing';
    case 'accept_then_drop':
      return 'does what it is asked, then hangs up before it answers';
    case undefined:
      return 'does what it is asked';
  }
}

function messageEffect(fault: FaultOf<'sendgrid' | 'twilio'>): string {
  switch (fault.mode) {
    case 'status':
      return `answers ${fault.status}${fault.retry_after === undefined ? '' : ` (wait ${fault.retry_after} s)`}`;
    case 'timeout':
      return 'never answers and accepts nothing';
    case 'reset':
      return 'hangs up and accepts nothing';
    case 'accept_then_drop':
      return 'accepts the message, then hangs up before it answers';
    case undefined:
      return 'accepts the message';
  }
}

function googleEffect({ at, mode, status }: FaultOf<'google'>): string {
  const endpoint = { discovery: 'for its discovery document', keys: 'for its keys', token: 'for a token' }[at];
  switch (mode) {
    case 'status':
      return `answers ${status} when asked ${endpoint}`;
    case 'timeout':
      return `never answers when asked ${endpoint}`;
    case 'reset':
      return `hangs up when asked ${endpoint}`;
    case undefined:
      return `answers when asked ${endpoint}`;
    default:
      return `answers with a fault (${mode}) when asked ${endpoint}`;
  }
}
