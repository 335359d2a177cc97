/** The page of a shop. */
export const shop = {
  description: 'What {name} sells.',
  count: '{count, plural, one {One thing} other {# things}} for sale',
  newest: 'The newest {count} things for sale',
  links: 'Links',
  feed: 'Follow by feed',
  emptyTitle: 'Nothing is for sale here yet',
  empty: 'The shop is open, but still empty.',
  others: 'See what others sell',
  kinds: {
    article: 'Article',
    file: 'File',
    api: 'API, a price for each call',
    metered_api: 'API, charged by use',
    sign_in: 'Opens by signing in',
  },
} as const
