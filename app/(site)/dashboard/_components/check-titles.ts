/** The catalog's checks in a few words each. */
export const checkTitles: Record<string, string> = {
  answers_402: 'Answers with its price',
  payable_option: 'Says how to pay',
  resource_matches: 'Speaks of its own address',
  bazaar_valid: 'Valid discovery data',
  addressable: 'Has a public address',
  version_2: 'Speaks version 2',
  declares_bazaar: 'Wants to be listed',
  describes_input: 'Says what to send',
  describes_output: 'Says what comes back',
  has_description: 'Has a description',
  has_service_name: 'Has a service name',
  has_tags: 'Has tags',
  known_price: 'Price in dollars',
  secure: 'Served by https',
  fast: 'Answers quickly',
  small: 'Small enough for headers',
}
