/** What the dashboard’s forms say when they are done. */
export const formDone = {
  nothingToClaim: 'There was nothing to claim.',
  claiming:
    '{channels, plural, one {One channel is} other {# channels are}} being claimed. The transaction appears here, usually within seconds.',
  keyMade: 'Made. Copy the key now; it is not shown again.',
  saved: 'Saved.',
  linkSent: 'Saved. Open the link that is on its way to {address}.',
  refundUnseen: 'The chain does not show this transaction yet. Look again in a moment.',
  payeeConfirmed: 'Confirmed. Buyers pay this address from now on.',
  webhookAdded: 'Added. Copy its key now; it is not shown again.',
  onItsWay: 'It is on its way again.',
  lifted: 'Lifted.',
  suspended: 'Suspended. Its owner reads the reason.',
  limitsSaved: 'Saved. They apply at once.',
  invited: 'Made. Send this link now; it is not shown again.',
} as const
