import { familyOf } from './networks'

export type Snippet = { title: string; name: string; code: string }

export type SnippetCall = {
  /** Whole and concrete: parameters and query filled in. */
  url: string
  method: string
  /** A sample body, where the method takes one; JSON unless it is text already. */
  body?: Record<string, unknown> | string | undefined
  /** Headers that the seller asks for besides JSON's content type. */
  headers?: Record<string, string> | undefined
  /** The seller's ways to pay, first choice first; none for a resource that opens only by sign-in. */
  options: { scheme: string; network: string }[]
  signInNetworks?: string[]
  /** Highest price that a program should sign for, such as `$0.02`; absent where the price is not known in dollars. */
  maxDollars?: string | undefined
}

/**
 * The request in each language that a buyer may copy. A seller's texts are in string literals, so that no
 * name can break out into code. Languages whose libraries cannot pay in the seller's way are left out.
 */
export function callSnippets(call: SnippetCall): Snippet[] {
  const wallet = walletFor(call)
  return [
    { title: 'curl', name: 'curl command', code: curl(call) },
    ...(wallet === null ? [] : [{ title: 'TypeScript', name: 'TypeScript program', code: typescript(call, wallet) }]),
    ...(wallet?.family === 'evm' && wallet.scheme === 'exact'
      ? [{ title: 'Python', name: 'Python program', code: python(call) }]
      : []),
    ...(wallet !== null && call.method === 'GET' && !call.headers
      ? [{ title: 'MCP', name: 'MCP client configuration', code: bridgeConfiguration(call, wallet) }]
      : []),
  ]
}

type SnippetWallet = { family: 'evm' | 'svm'; scheme: 'exact' | 'upto' | 'sign-in' }

/** The seller's first option that the libraries can pay; for a sign-in, the first family. Null for none. */
function walletFor({ options, signInNetworks = [] }: SnippetCall): SnippetWallet | null {
  const offered: { scheme: string; network: string }[] =
    options.length > 0 ? options : signInNetworks.map((network) => ({ scheme: 'sign-in', network }))
  for (const { scheme, network } of offered) {
    const family = familyOf(network)
    if (family === 'evm' && (scheme === 'exact' || scheme === 'upto' || scheme === 'sign-in')) return { family, scheme }
    if (family === 'svm' && (scheme === 'exact' || scheme === 'sign-in')) return { family, scheme }
  }
  return null
}

function bodyText({ body }: SnippetCall): string | null {
  if (body === undefined) return null
  return typeof body === 'string' ? body : JSON.stringify(body)
}

const headersOf = (call: SnippetCall): Record<string, string> => ({
  ...(call.body !== undefined && { 'content-type': 'application/json' }),
  ...call.headers,
})

function curl(call: SnippetCall): string {
  const { url, method } = call
  const verb = method === 'GET' ? '' : `-X ${method} `
  const headers = Object.entries(headersOf(call)).map(([name, value]) => ` -H ${shellQuoted(`${name}: ${value}`)}`)
  const body = bodyText(call)
  return `curl -i ${verb}${shellQuoted(url)}${headers.join('')}${body === null ? '' : ` -d ${shellQuoted(body)}`}`
}

export const shellQuoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

function typescript(call: SnippetCall, wallet: SnippetWallet): string {
  const { packages, variables, imports, signer, register } = typescriptParts(wallet)
  const headers = Object.entries(headersOf(call))
  const body = bodyText(call)
  const limit = call.maxDollars
    ? [`client.setSpendControls({ maxAmountPerPayment: ${JSON.stringify(call.maxDollars)} })`]
    : []
  return [
    `// npm install @x402/fetch ${packages}`,
    `// ${variables}`,
    `import { wrapFetchWithPayment, x402Client } from '@x402/fetch'`,
    ...imports,
    '',
    ...signer,
    'const client = new x402Client()',
    register,
    ...(wallet.scheme === 'sign-in' ? [] : limit),
    '',
    `const answer = await wrapFetchWithPayment(fetch, client)(${JSON.stringify(call.url)}, {`,
    `  method: ${JSON.stringify(call.method)},`,
    ...(headers.length > 0 ? [`  headers: { ${headers.map(asProperty).join(', ')} },`] : []),
    ...(body === null ? [] : [`  body: ${JSON.stringify(body)},`]),
    '})',
    'console.log(answer.status, await answer.text())',
  ].join('\n')
}

const asProperty = ([name, value]: [string, string]): string => `'${name}': ${asLiteral(value)}`

const asLiteral = (text: string): string => (/^[\w/;=. -]*$/.test(text) ? `'${text}'` : JSON.stringify(text))

function typescriptParts({ family, scheme }: SnippetWallet) {
  const isSignIn = scheme === 'sign-in'
  const isEvm = family === 'evm'
  const takesRpc = !isSignIn && (!isEvm || scheme === 'upto')
  const variable = isEvm ? 'EVM_PRIVATE_KEY: 0x and 64 hexadecimal digits' : 'SVM_PRIVATE_KEY: 64 bytes in base58'
  const rpc = isEvm ? 'EVM_RPC_URL' : 'SVM_RPC_URL'
  const account = isEvm ? 'account' : 'signer'
  const name = !isEvm ? 'ExactSvmScheme' : scheme === 'upto' ? 'UptoEvmScheme' : 'ExactEvmScheme'
  return {
    packages: `${isSignIn ? '@x402/extensions' : `@x402/${family}`} ${isEvm ? 'viem' : '@solana/kit'}`,
    variables: `${variable}${takesRpc ? `; ${rpc} where the network is not a public one` : ''}`,
    imports: [
      isSignIn
        ? `import { createSIWxClientExtension } from '@x402/extensions/sign-in-with-x'`
        : `import { ${name} } from '@x402/${family}/${scheme}/client'`,
      isEvm
        ? `import { privateKeyToAccount } from 'viem/accounts'`
        : `import { createKeyPairSignerFromBytes, getBase58Encoder } from '@solana/kit'`,
    ],
    signer: isEvm
      ? ['const account = privateKeyToAccount(process.env.EVM_PRIVATE_KEY as `0x${string}`)']
      : [
          `const key = getBase58Encoder().encode(process.env.SVM_PRIVATE_KEY ?? '')`,
          'const signer = await createKeyPairSignerFromBytes(key)',
        ],
    register: isSignIn
      ? `client.registerExtension(createSIWxClientExtension({ signers: [${account}] }))`
      : `client.register('${isEvm ? 'eip155' : 'solana'}:*', new ${name}(${account}${takesRpc ? `, { rpcUrl: process.env.${rpc} }` : ''}))`,
  }
}

function python(call: SnippetCall): string {
  const { url, method } = call
  const headers = Object.entries(headersOf(call)).map(([name, value]) => `"${name}": ${JSON.stringify(value)}`)
  const body = bodyText(call)
  // JSON's strings are Python's; its other literals are not, so a body goes as text.
  const content = body === null ? '' : `, content=${JSON.stringify(body)}`
  const sent = `${content}${headers.length > 0 ? `, headers={${headers.join(', ')}}` : ''}`
  return [
    '# pip install "x402[httpx,evm]"',
    '# EVM_PRIVATE_KEY: 0x and 64 hexadecimal digits',
    'import asyncio',
    'import os',
    '',
    'from eth_account import Account',
    'from x402 import x402Client',
    'from x402.http.clients.httpx import x402HttpxClient',
    'from x402.mechanisms.evm.exact.register import register_exact_evm_client',
    'from x402.mechanisms.evm.signers import EthAccountSigner',
    '',
    '',
    'async def main():',
    '    client = x402Client()',
    '    account = Account.from_key(os.environ["EVM_PRIVATE_KEY"])',
    '    register_exact_evm_client(client, EthAccountSigner(account))',
    '    async with x402HttpxClient(client) as http:',
    `        answer = await http.request(${JSON.stringify(method)}, ${JSON.stringify(url)}${sent})`,
    '        await answer.aread()',
    '        print(answer.status_code, answer.text)',
    '',
    '',
    'asyncio.run(main())',
  ].join('\n')
}

/** For this project's bridge, which pays for one address and hands its data to a client. */
function bridgeConfiguration({ url, maxDollars }: SnippetCall, { family, scheme }: SnippetWallet): string {
  const { origin, pathname, search, hostname } = new URL(url)
  const env = {
    ...(family === 'evm' ? { EVM_PRIVATE_KEY: '0x…' } : { SVM_PRIVATE_KEY: '…' }),
    RESOURCE_SERVER_URL: origin,
    ENDPOINT_PATH: `${pathname}${search}`,
    ...(scheme === 'sign-in' ? { BRIDGE_SIGN_IN: '1' } : {}),
    ...(maxDollars && scheme !== 'sign-in' ? { BRIDGE_MAX_PER_CALL: maxDollars } : {}),
  }
  const server = { command: 'npx', args: ['/path/to/turnpike'], env }
  return JSON.stringify({ mcpServers: { [hostname]: server } }, null, 2)
}
