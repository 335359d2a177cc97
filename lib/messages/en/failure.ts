/** A page that could not be shown; apart, because it is said even where the site's frame itself fails. */
export const failure = {
  title: 'This page could not be shown',
  detail:
    'Something on this server failed while it built the page. Looking at a page never moves money; a payment that you made before is safe, and its receipt is in your library.',
  reference: 'Reference: <figures>{reference}</figures>',
  retry: 'Try again',
} as const
