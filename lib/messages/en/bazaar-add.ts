/** Checking an address and listing it, in the browser. */
export const bazaarAdd = {
  url: 'Address of the service',
  urlHint: 'One that answers 402 to a request without payment. With a value for every parameter of its path.',
  method: 'Method',
  tool: 'Tool, if it is an MCP server',
  toolHint: 'Its name, as the server lists it. The method means nothing then. Empty for anything else.',
  check: 'Check it',
  checkAgain: 'Check again',
  list: 'List it',
  asking: 'Asking the address without payment',
  listable: 'It can be listed. What is marked as better makes it easier to find.',
  missing: 'It cannot be listed yet: {count, plural, one {one thing is missing} other {# things are missing}}.',
  notListed: 'It is not listed',
  checks: { label: 'Checks', passes: 'Passes', needed: 'Needed', better: 'Better' },
} as const
