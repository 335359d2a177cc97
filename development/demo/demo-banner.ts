import { avmDevnetAddress, evmDevnetAccount, evmDevnetKey, svmDevnetSigner } from '../devnet/wallets'
import type { Demo } from './start-demo'

/** Facts about a running demo for a newcomer. The one key in it is public knowledge and holds only test money. */
export async function demoBanner({ origin, devnet, databaseUrl, services }: Demo, seconds: number): Promise<string> {
  const solana = (await svmDevnetSigner('buyer')).address
  return `
Turnpike is up after ${seconds.toFixed(1)} s. All money in it is test money on this machine.

  Site          ${origin}
  Dashboard     ${origin}/dashboard
  Explorer      ${origin}/bazaar
  Facilitator   ${origin}/facilitator
  MCP           ${origin}/mcp

  EVM RPC       ${devnet.evmRpcUrl}    Base Sepolia's chain id, 84532
  Solana RPC    ${devnet.svmRpcUrl}    devnet's genesis
  Algorand      ${devnet.avmUrl}    an emulator of testnet's algod
  Database      ${databaseUrl.replace(/:[^:@/]+@/, '@')}

  Three paid services beside the site, watched by the bazaar
${serviceLines(services)}

  Funded test wallets of the buyer
  EVM           ${evmDevnetAccount('buyer').address}
                private key ${evmDevnetKey('buyer')}
  Solana        ${solana}
  Algorand      ${await avmDevnetAddress('buyer')}

Pay for something:  npm run pay -- "${origin}/weather?city=Lisbon"
Ctrl-C stops everything; the data stays.
`
}

function serviceLines({ running, problems }: Demo['services']): string {
  const lines = running.map(({ name, habit, url }) => `  ${name.padEnd(14)}${new URL(url).origin}    ${habit}`)
  return [...lines, ...problems.map((problem) => `  ${problem}`)].join('\n')
}
