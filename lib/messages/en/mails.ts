/** The e-mails to sellers, each in the language of the page where its address was given. */
export const mails = {
  why: 'You get this because this address was confirmed for a shop. To stop these e-mails:',
  unsubscribe: 'Unsubscribe',
  confirm: {
    subject: 'Confirm this address for {site}',
    who: 'Somebody wants the shop “{handle}” on {site} to send its notices to this address.',
    how: 'If that was you, follow the link within 24 hours. If not, do nothing: no other mail will come.',
    link: 'Confirm',
  },
  sold: { subject: 'Sold: {title} for {amount}', what: '“{title}” was bought.' },
  refund: {
    subject: 'A refund is due: {title}, {amount}',
    what: 'Money came in for “{title}”, and nothing was delivered. Give it back on the page of the payment.',
  },
  paid: '{amount} on {network}, paid by {payer}.',
  payment: 'The payment',
  failing: {
    subject: 'Your server fails buyers: {title}',
    what: 'The last {failures, number} buyers of “{title}” got nothing from your server ({reason}).',
    free: 'None of them was charged.',
    route: 'The route',
    reasons: {
      handler_502: 'it could not be reached, or answered with a fault',
      handler_504: 'it did not answer in time',
    },
  },
  summary: {
    subject: 'Sold on {day}: {sums}',
    what: 'What came in on {day} (UTC):',
    total: '{amount} on {network}, {payments, plural, one {one payment} other {# payments}}',
    ofRoute: '“{title}”: {amount}, {payments, plural, one {one payment} other {# payments}}',
    link: 'Your payments',
  },
} as const
