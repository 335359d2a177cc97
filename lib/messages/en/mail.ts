/** The pages that links in e-mails lead to. */
export const mail = {
  notifications: 'Your notifications',
  confirm: {
    title: 'Confirm your address',
    ask: 'A shop on this site wants to send its notices to the address where you found this link.',
    button: 'Yes, send them here',
    doneTitle: 'Your address is confirmed',
    done: 'The shop’s notices go there from now on.',
    refusedTitle: 'This link does not work any more',
    refused:
      'It was used, it is older than 24 hours, or a newer one was asked for. Save the address again to get another.',
  },
  unsubscribe: {
    title: 'Unsubscribe',
    ask: 'This stops all e-mail about this shop to the address where you found this link.',
    doneTitle: 'You are unsubscribed',
    done: 'No more e-mail about this shop will come.',
    refusedTitle: 'This link does not work',
    refused: 'Part of it may be missing: open it again from the e-mail, or copy all of it.',
  },
} as const
