/** Why a server that is right by the specification may differ, for those who read that it does. */
export const differences: Record<string, string> = {
  'malformed-400':
    'The table of the HTTP transport says 400. The stock middleware treats what it cannot read as no payment, and answers 402.',
  'malformed-told-terms': 'Without the terms a client has to ask once more; nothing is lost.',
  'challenge-not-cached': 'The specification does not speak of caches. One that stores a 402 hands out old terms.',
  'challenge-small': 'The specification sets no bound; proxies and servers commonly do, at 8 or 16 KiB.',
  'head-gated':
    'The stock middleware prices only GET where a route is named so; frameworks answer HEAD by the same handler.',
  'browsers-may-pay': 'CORS is left to each application by the specification and the stock middleware.',
  'supported-networks': 'The specification’s examples are concrete; patterns are said only of signers.',
  'other-version': 'The specification lists the reason code, without saying which fault comes first.',
  'sign-in-after-payment': 'What a payment entitles to is the application’s own logic, says the specification.',
}
