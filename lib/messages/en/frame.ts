/** What every page has around it. */
export const frame = {
  skip: 'Skip to the content',
  testNetwork:
    '<strong>Test network.</strong> Payments here move test money, which is worth nothing<where>, on {networks}</where>.',
  ours: '{name} sells and buys over HTTP 402.',
  runsOn: 'Runs on {name}.',
  noTrackers: 'No trackers, no third parties: every byte comes from this server.',
  walletServices:
    'No trackers: every page comes from this server. A wallet outside of your browser is reached through servers of WalletConnect or Coinbase, once you choose one.',
  documentation: 'Documentation',
  language: 'Language',
  nav: {
    label: 'Site',
    articles: 'Articles',
    bazaar: 'Bazaar',
    dashboard: 'Dashboard',
    facilitator: 'Facilitator',
    library: 'Library',
  },
  theme: { label: 'Theme', system: 'Automatic', light: 'Light', dark: 'Dark' },
} as const
