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

/** What a seller can do about a check, where the catalog's own advice speaks to developers of other servers. */
export const checkAdvice: Record<string, string> = {
  declares_bazaar: 'Tick “List it”, so that people and agents find it.',
  describes_input: 'A listed route says what to send; an input schema says it better.',
  describes_output: 'Write an output schema, so that programs know what they get.',
  has_description: 'Say under “What buyers get”, in one sentence, what it returns and for what.',
  has_service_name: 'Up to 32 plain characters that name the service.',
  has_tags: 'Up to five words that buyers would search for.',
  secure: 'This site is served by http; its operator can change that.',
}

/** What the button that mends a check says. */
export const fixLabels: Record<string, string> = {
  declares_bazaar: 'List it in the bazaar',
  describes_input: 'List it in the bazaar',
  has_service_name: 'Use the name of the shop',
  has_tags: 'Take tags from the title',
}
