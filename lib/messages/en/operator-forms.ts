/** Of the client components of the operator’s pages. */
export const operatorForms = {
  nav: {
    label: 'Operator',
    dashboard: 'Dashboard',
    overview: 'Overview',
    doctor: 'Doctor',
    data: 'Data',
    shops: 'Shops',
    changes: 'Changes',
    invitations: 'Invitations',
  },
  invite: {
    title: 'Invite somebody',
    note: 'Whom it is for',
    noteHint: 'Only operators read it.',
    wallet: 'Their wallet, if you know it',
    walletHint: 'Then no other can use the invitation. Empty: whoever has the link.',
    days: 'Good for',
    period: '{days, number} days',
    send: 'Make an invitation',
    secret: 'invitation',
  },
  withdraw: 'Withdraw<hidden> the invitation for {note}</hidden>',
  quotas: {
    hint: 'Uses {used, number}. Empty: {allowed, number}, as all shops.',
    save: 'Save the limits',
  },
  suspend: {
    shop: {
      title: 'The whole shop',
      effect: 'Sells nothing and is in no list. Those who bought keep what they have.',
      send: 'Suspend the shop',
      done: 'The shop is suspended',
    },
    route: {
      title: 'This route',
      effect: 'Is not sold and in no list. Those who bought keep what they have.',
      send: 'Suspend the route',
      done: 'The route is suspended',
    },
    listing: {
      title: 'Its listing',
      effect: 'Leaves the bazaar; the address sells on.',
      send: 'Suspend the listing',
      done: 'The listing is suspended',
    },
    closed: 'Also closed to those who have paid.',
    lift: 'Lift the suspension',
    reason: 'Reason',
    reasonHint: 'Its owner reads it.',
    close: 'Also close it to those who have paid',
  },
} as const
