/** What the catalog looks at before it lists a resource, by the ids of its checks. */
export const listingChecks = {
  declares_bazaar: 'Tick “List it”, so that people and agents find it.',
  describes_input: 'A listed route says what to send; an input schema says it better.',
  describes_output: 'Write an output schema, so that programs know what they get.',
  has_description: 'Say under “What buyers get”, in one sentence, what it returns and for what.',
  has_service_name: 'Up to 32 plain characters that name the service.',
  has_tags: 'Up to five words that buyers would search for.',
  secure: 'This site is served by http; its operator can change that.',
} as const
