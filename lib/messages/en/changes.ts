/** The audit log, of a shop or of all. */
export const changes = {
  title: 'Changes',
  none: 'No changes here.',
  older: 'Older changes',
  filter: {
    kind: 'About',
    shop: 'Shop, by its name in the address',
    show: 'Show',
  },
  columns: {
    when: 'When',
    what: 'What',
    of: 'Of',
    before: 'Before',
    after: 'After',
    by: 'By',
  },
  subject: 'what was changed',
  by: {
    operator: 'Those who run this site',
    wallet: 'By signature',
    session: 'On these pages',
    key: 'API key <key></key>',
    keyName: 'key',
    signed: 'signed by <wallet></wallet>',
    walletName: 'wallet',
  },
  acts: {
    shop: {
      opened: 'Shop opened',
      described: 'Page of the shop changed',
      suspended: 'Shop suspended',
      resumed: 'Suspension of the shop lifted',
    },
    quotas: {
      set: 'Limits of the shop set',
    },
    payee: {
      set: 'Payout address set',
    },
    key: {
      made: 'API key made',
      revoked: 'API key revoked',
    },
    route: {
      made: 'Route made',
      changed: 'Route changed',
      moved: 'State of a route changed',
      suspended: 'Route suspended',
      resumed: 'Suspension of a route lifted',
    },
    upstream_key: {
      made: 'Key for the shop’s servers made',
    },
    gateway: {
      saved: 'Gateway saved',
      removed: 'Gateway removed',
    },
    file: {
      saved: 'File saved',
    },
    listing: {
      changed: 'Listing changed',
      suspended: 'Listing taken out of the bazaar',
      resumed: 'Listing allowed again',
    },
    refund: {
      promised: 'Refund prepared',
      confirmed: 'Refund recorded',
      cancelled: 'Refund cancelled',
    },
    claim: {
      asked: 'Claim of channels requested',
    },
    webhook: {
      added: 'Webhook added',
      removed: 'Webhook removed',
    },
    mail: {
      set: 'E-mail set',
      removed: 'E-mail removed',
    },
    wallet: {
      added: 'Wallet added',
      left: 'Wallet moved to another account',
    },
    invitation: {
      made: 'Invitation made',
      withdrawn: 'Invitation withdrawn',
    },
  },
  facts: {
    sha256: 'SHA-256',
    isListed: 'listed',
    isContentClosed: 'closed to buyers',
    isTool: 'MCP tool',
    size: 'bytes',
  },
  yes: 'yes',
  no: 'no',
  fact: '{name}: {value}',
  kinds: {
    all: 'Everything',
    payee: 'Payout addresses',
    key: 'API keys',
    route: 'Routes and prices',
    gateway: 'Gateways',
    upstream_key: 'Keys for the shop’s servers',
    file: 'Files',
    listing: 'Listings',
    refund: 'Refunds',
    claim: 'Claims',
    webhook: 'Webhooks',
    mail: 'E-mail',
    wallet: 'Wallets',
    shop: 'The shop itself',
    quotas: 'Limits',
    invitation: 'Invitations',
  },
} as const
