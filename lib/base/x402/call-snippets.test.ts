import { expect, it } from 'vitest'
import { callSnippets, type SnippetCall } from './call-snippets'

const evm = 'eip155:84532'
const svm = 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1'
const avm = 'algorand:SGO1GKSzyE7IEPItTxCByw9x8FmnrCDe'
const call: SnippetCall = {
  url: 'https://shop.example/x/a/echo',
  method: 'GET',
  options: [{ scheme: 'exact', network: evm }],
  maxDollars: '$0.02',
}

const titlesOf = (given: Partial<SnippetCall>) => callSnippets({ ...call, ...given }).map(({ title }) => title)
const codeOf = (title: string, given: Partial<SnippetCall>) =>
  callSnippets({ ...call, ...given }).find((snippet) => snippet.title === title)?.code ?? ''

it('snippets of a call leave out libraries that cannot pay the seller’s option', () => {
  expect(titlesOf({})).toEqual(['curl', 'TypeScript', 'Python', 'MCP'])
  expect(titlesOf({ options: [{ scheme: 'upto', network: evm }] })).toEqual(['curl', 'TypeScript', 'MCP'])
  expect(titlesOf({ options: [{ scheme: 'exact', network: svm }] })).toEqual(['curl', 'TypeScript', 'MCP'])
  expect(titlesOf({ options: [{ scheme: 'exact', network: avm }] })).toEqual(['curl'])
  expect(titlesOf({ options: [] })).toEqual(['curl'])
  expect(titlesOf({ options: [], signInNetworks: [evm] })).toEqual(['curl', 'TypeScript', 'MCP'])
  expect(titlesOf({ method: 'POST' })).toEqual(['curl', 'TypeScript', 'Python'])
})

it('snippets of a call sign for the price and no more', () => {
  expect(codeOf('TypeScript', {})).toContain('client.setSpendControls({ maxAmountPerPayment: "$0.02" })')
  expect(codeOf('TypeScript', { maxDollars: undefined })).not.toContain('setSpendControls')
  expect(codeOf('TypeScript', { options: [], signInNetworks: [evm] })).not.toContain('setSpendControls')
  expect(codeOf('MCP', {})).toContain('"BRIDGE_MAX_PER_CALL": "$0.02"')
})

it('snippets of a call keep a hostile address inside its literals', () => {
  const url = `https://a.example/'";$(x)?\`y\`=\${z}`
  for (const title of ['TypeScript', 'Python']) expect(codeOf(title, { url })).toContain(JSON.stringify(url))
  expect(codeOf('curl', { url })).toBe(`curl -i 'https://a.example/'\\''";$(x)?\`y\`=\${z}'`)
  expect(JSON.parse(codeOf('MCP', { url })).mcpServers['a.example'].env.ENDPOINT_PATH).toContain('$(x)')
})
