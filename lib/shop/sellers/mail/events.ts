/**
 * What a shop may be told by e-mail. `payment.settled`: each sale. `payment.summary`: the sales of a day (UTC), the
 * next morning. `payment.received`: money came for what was not delivered, so that a refund is due.
 * `upstream.failing`: buyers keep getting no answer from the seller's own server.
 */
export const mailEvents = ['payment.settled', 'payment.summary', 'payment.received', 'upstream.failing'] as const
/** What a message is: an event, the question whether an address is right, or a gas wallet of the operator's. */
export type MailKind = (typeof mailEvents)[number] | 'confirm' | 'gas.low'
