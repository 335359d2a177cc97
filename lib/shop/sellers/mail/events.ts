/**
 * Events that a shop may get by e-mail. `payment.settled`: each sale. `payment.summary`: the sales of a day (UTC), the
 * next morning. `payment.received`: money came but nothing was delivered, so that a refund is due. `upstream.failing`:
 * the seller's own server repeatedly fails its buyers. `payee.proposed`: a payout address waits for a second owner.
 */
export const mailEvents = [
  ...(['payment.settled', 'payment.summary', 'payment.received'] as const),
  ...(['upstream.failing', 'payee.proposed'] as const),
] as const
/** An event, the question whether an address is right, or a low gas wallet of the operator's. */
export type MailKind = (typeof mailEvents)[number] | 'confirm' | 'gas.low'
