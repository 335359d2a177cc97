import { z } from 'zod'
import { isAddress, isBurnAddress, parseWalletName } from '@/lib/base/x402/addresses'
import { type Family, familyOf, isTestNetwork } from '@/lib/base/x402/networks'
import {
  evmKeys,
  facilitatorPlace,
  furtherAsset,
  gasKeys,
  minimumDollars,
  minimumItem,
  signerVariables,
  web3SignerSettings,
} from './facilitator-env'
import { mailSettings, siteSettings, siteVariables } from './site-env'
import { type EnvSource, envInvalid, httpUrl, list, parseVariables, understood, url, wholeNumber } from './variables'

const gasNames = {
  evm: [
    'transferGas',
    'contractGas',
    'permit2Gas',
    'permitGas',
    'deploymentGas',
    'batchGas',
    'blockPercent',
    'maxFee',
    'maxTip',
    'dailyBudget',
  ],
  svm: ['computeUnits', 'computeUnitPrice', 'dailyBudget'],
  avm: ['groupFee', 'dailyBudget'],
} as const satisfies Record<Family, readonly string[]>

type GasName = (typeof gasNames)[Family][number]

/** Settings of a network's gas, in units of gas or in the network's smallest unit. */
type GasSettings = { [Name in GasName]?: bigint }

const gasLimit = understood(
  (item) => {
    const [, network = '', name = '', value = ''] = /^([^/]+)\/(\w+)=(\d{1,30})$/.exec(item) ?? []
    const family = familyOf(network)
    const known: readonly string[] = family === null ? [] : gasNames[family]
    return known.includes(name) ? { network, name: name as GasName, value: BigInt(value) } : null
  },
  `must be a list of <CAIP-2 network>/<name>=<whole number>, with names among ${gasNames.evm.join(', ')} (EVM), ${gasNames.svm.join(', ')} (Solana), ${gasNames.avm.join(', ')} (Algorand)`,
)

/** Solana's commitment as a number of confirmations: a block with 32 of them is finalized. */
const FINALIZED = 32

const confirmation = understood((item) => {
  const [network = '', text = '', ...rest] = item.split('=')
  const family = familyOf(network)
  if (rest.length > 0) return null
  if (family === 'svm' && text === 'finalized') return { network, blocks: FINALIZED }
  return family === 'evm' && /^[1-9]\d{0,2}$/.test(text) ? { network, blocks: Number(text) } : null
}, 'must be a list of <CAIP-2 network>=<1 to 999 blocks>, or =finalized for Solana')

const networkVariables = {
  EVM_RPC_URLS_84532: list(httpUrl).optional(),
  EVM_RPC_URLS_8453: list(httpUrl).optional(),
  SVM_RPC_URL_DEVNET: httpUrl.optional(),
  SVM_RPC_URL_MAINNET: httpUrl.optional(),
  AVM_ALGOD_URL_TESTNET: httpUrl.optional(),
  AVM_INDEXER_URL_TESTNET: httpUrl.optional(),
  CONFIRMATIONS: list(confirmation).default(''),
  GAS_LIMITS: list(gasLimit).default(''),
}

/** Further EVM networks by their chain ids, which Turnpike does not know by name. */
function furtherRpcUrls(source: EnvSource): Record<string, string[]> {
  const names = Object.keys(source).map((name) => name.replace(/_FILE$/, ''))
  const further = new Set(names.filter((name) => /^EVM_RPC_URLS_[1-9]\d{0,14}$/.test(name)))
  const shape = Object.fromEntries(
    [...further].filter((name) => !(name in networkVariables)).map((name) => [name, list(httpUrl)]),
  )
  const urls = Object.entries(parseVariables(shape, source))
  return Object.fromEntries(urls.map(([name, value]) => [`eip155:${name.slice('EVM_RPC_URLS_'.length)}`, value]))
}

function readNetworks(env: z.infer<z.ZodObject<typeof networkVariables>>, source: EnvSource) {
  const one = (value: string | undefined) => (value ? [value] : [])
  const rpcUrls = {
    'eip155:84532': env.EVM_RPC_URLS_84532 ?? [],
    'eip155:8453': env.EVM_RPC_URLS_8453 ?? [],
    'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1': one(env.SVM_RPC_URL_DEVNET),
    'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp': one(env.SVM_RPC_URL_MAINNET),
    'algorand:SGO1GKSzyE7IEPItTxCByw9x8FmnrCDe': one(env.AVM_ALGOD_URL_TESTNET),
    ...furtherRpcUrls(source),
  }
  const gas: Record<string, GasSettings> = {}
  for (const { network, name, value } of env.GAS_LIMITS) gas[network] = { ...gas[network], [name]: value }
  const indexer = env.AVM_INDEXER_URL_TESTNET
  const indexerUrls: Record<string, string> = indexer ? { 'algorand:SGO1GKSzyE7IEPItTxCByw9x8FmnrCDe': indexer } : {}
  return {
    /** A network without an address is switched off. */
    rpcUrls: Object.fromEntries(Object.entries(rpcUrls).filter(([, urls]) => urls.length > 0)),
    /** Blocks, the transaction's own included, before a settlement counts; absent means one. */
    confirmations: Object.fromEntries(env.CONFIRMATIONS.map(({ network, blocks }) => [network, blocks])),
    gas,
    indexerUrls,
  }
}

const isOrigin = (value: string) => new URL(value).pathname === '/' && !/[?#]/.test(value)
const origin = httpUrl
  .pipe(z.string().refine(isOrigin, 'must be an origin without a path'))
  .transform((value) => new URL(value).origin)
const databaseUrl = url(['postgres:', 'postgresql:'], 'a postgresql:// URL')
const logLevel = z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent'], {
  message: 'must be trace, debug, info, warn, error or silent',
})
const families: readonly Family[] = ['evm', 'svm', 'avm']
const familiesOf = (address: string) => families.filter((family) => isAddress(family, address))
const payee = z
  .string()
  .refine((address) => familiesOf(address).length > 0, 'must be EVM, Solana or Algorand addresses')
  .refine(
    (address) => !familiesOf(address).some((family) => isBurnAddress(family, address)),
    'has an address that nobody has the key of',
  )
const operatorWallet = understood(
  parseWalletName,
  'must be EVM or Solana addresses, plain or as CAIP-10 (eip155:8453:0x…)',
)

/** Every variable that Turnpike's server knows. `docs/configuration.md` says what each means; a test compares them. */
export const serverVariables = {
  PUBLIC_ORIGIN: origin.default('http://localhost:4021'),
  DATABASE_URL: databaseUrl,
  DATABASE_DIRECT_URL: databaseUrl.optional(),
  TRUSTED_PROXIES: wholeNumber(0, 9, 0),
  TURNPIKE_SECRET: z.string().min(32, 'must be at least 32 characters; make one with: openssl rand -hex 32'),
  TURNPIKE_PREVIOUS_SECRETS: list(z.string().min(32, 'must be secrets of at least 32 characters each'))
    .pipe(z.array(z.string()).max(5, 'must be five secrets at most'))
    .default(''),
  DEMO_ICONS_PORT: wholeNumber(0, 65_535, 4022),
  TURNPIKE_DEMO: z.enum(['0', '1'], { message: 'must be 0 or 1' }).default('0'),
  LOG_LEVEL: logLevel.default('info'),
  SHUTDOWN_DELAY_SECONDS: wholeNumber(0, 600, 0),
  OTEL_EXPORTER_OTLP_ENDPOINT: httpUrl.optional(),
  METRICS_TOKEN: z
    .string()
    .regex(/^[\x21-\x7e]{16,}$/, 'must be at least 16 characters without spaces; make one with: openssl rand -hex 32')
    .optional(),
  ...networkVariables,
  FACILITATOR_URLS: list(facilitatorPlace).default(''),
  FACILITATOR_ACCESS: z.enum(['open', 'keys'], { message: 'must be open or keys' }).optional(),
  FACILITATOR_ASSETS: list(furtherAsset).default(''),
  FACILITATOR_MINIMUM_AMOUNT: list(minimumItem).default(''),
  SCREENED_ADDRESSES_PATH: z.string().min(1).optional(),
  FACILITATOR_WALLET_FACTORIES: list(
    z.string().refine((text) => isAddress('evm', text), 'must be EVM addresses'),
  ).default(''),
  OPERATOR_WALLETS: list(operatorWallet).default(''),
  SELLER_SIGN_UP: z.enum(['open', 'operators'], { message: 'must be open or operators' }).optional(),
  PRIVATE_UPSTREAMS: list(
    z.string().regex(/^([a-z0-9.-]+|\[[0-9a-f:]+\]):\d{1,5}$/, 'must be a list of host:port'),
  ).default(''),
  STORED_BYTES_LIMIT: z
    .string()
    .regex(/^\d{1,15}$/, 'must be a whole number')
    .default('10000000000')
    .transform(Number),
  FACILITATOR_KEYS: gasKeys.default(''),
  RECEIVER_AUTHORIZER_KEYS: evmKeys.default(''),
  ...signerVariables,
  ...siteVariables,
  BAZAAR_IMPORTS: list(httpUrl).default(''),
  DEMO_PAY_TO: list(payee).default(''),
}

export const serverVariableNames = Object.keys(serverVariables)

/** Keys, tokens and credentials in it are secret: never log this object. `docs/configuration.md` says what each part means. */
export type ServerEnv = ReturnType<typeof parseServerEnv>

/**
 * Reads the server's configuration. Throws ENV_INVALID with one line for each missing or bad variable;
 * a value is never repeated, since it may be a secret.
 */
export function parseServerEnv(source: EnvSource) {
  const env = parseVariables(serverVariables, source)
  const isDemo = env.TURNPIKE_DEMO === '1'
  const networks = readNetworks(env, source)
  if (isDemo) refuseRealMoney(Object.keys(networks.rpcUrls))
  const payTo: { [family in Family]?: string | undefined } = Object.fromEntries(
    families.map((family) => [family, env.DEMO_PAY_TO.find((address) => isAddress(family, address))]),
  )
  const [receiverAuthorizerKey, ...previousAuthorizerKeys] = env.RECEIVER_AUTHORIZER_KEYS
  // A direct address beside it says that the others lead to poolers.
  const reach = (url: string) => (env.DATABASE_DIRECT_URL === undefined ? url : throughPooler(url))
  return {
    publicOrigin: env.PUBLIC_ORIGIN,
    databaseUrl: reach(env.DATABASE_URL),
    databaseDirectUrl: env.DATABASE_DIRECT_URL,
    trustedProxies: env.TRUSTED_PROXIES,
    secret: env.TURNPIKE_SECRET,
    previousSecrets: env.TURNPIKE_PREVIOUS_SECRETS,
    isDemo,
    demoIconsPort: env.DEMO_ICONS_PORT,
    logLevel: env.LOG_LEVEL,
    shutdownDelaySeconds: env.SHUTDOWN_DELAY_SECONDS,
    tracingEndpoint: env.OTEL_EXPORTER_OTLP_ENDPOINT,
    metricsToken: env.METRICS_TOKEN,
    ...networks,
    site: siteSettings(env, { isDemo }),
    facilitators: env.FACILITATOR_URLS,
    facilitatorAccess: {
      /** For one address, or a key without its own limit. */
      requestsPerSecond: isDemo ? 100_000 : 500,
      isOpen: (env.FACILITATOR_ACCESS ?? (isDemo ? 'open' : 'keys')) === 'open',
      minimum: minimumDollars(env.FACILITATOR_MINIMUM_AMOUNT, isDemo ? '$0' : '$0.001'),
    },
    facilitatorAssets: env.FACILITATOR_ASSETS,
    walletFactories: env.FACILITATOR_WALLET_FACTORIES,
    screenedAddressesPath: env.SCREENED_ADDRESSES_PATH,
    operatorWallets: env.OPERATOR_WALLETS,
    sellerSignUp: env.SELLER_SIGN_UP ?? (isDemo ? 'open' : 'operators'),
    privateUpstreams: env.PRIVATE_UPSTREAMS,
    claimLimits: isDemo ? { afterSeconds: 30 } : {},
    storedBytesLimit: env.STORED_BYTES_LIMIT,
    facilitatorKeys: env.FACILITATOR_KEYS,
    web3signer: web3SignerSettings(env, [...env.FACILITATOR_KEYS.evm, ...env.RECEIVER_AUTHORIZER_KEYS]),
    payTo,
    receiverAuthorizerKey,
    previousAuthorizerKeys,
    mail: mailSettings(env),
    bazaarImports: env.BAZAAR_IMPORTS,
  }
}

/** Settings of the demo, the checks and the migration tool, all optional. Their database addresses bypass a pooler. */
export function parseToolEnv(source: EnvSource) {
  const { DATABASE_URL, DATABASE_DIRECT_URL, CHROMIUM_BIN, LOG_LEVEL } = parseVariables(
    {
      DATABASE_URL: databaseUrl.optional(),
      DATABASE_DIRECT_URL: databaseUrl.optional(),
      CHROMIUM_BIN: z.string().optional(),
      LOG_LEVEL: serverVariables.LOG_LEVEL,
    },
    source,
  )
  return { databaseUrl: DATABASE_DIRECT_URL ?? DATABASE_URL, chromiumPath: CHROMIUM_BIN, logLevel: LOG_LEVEL }
}

/** The address of a pooler in transaction mode, marked as such in the way that others do too. */
function throughPooler(address: string): string {
  const marked = new URL(address)
  marked.searchParams.set('pgbouncer', 'true')
  return marked.href
}

/** The demo sells invented goods and hands out test money, so nothing in it may be paid with real money. */
function refuseRealMoney(networks: string[]): void {
  const real = networks.filter((network) => !isTestNetwork(network))
  if (real.length === 0) return
  throw envInvalid(`TURNPIKE_DEMO=1 is only for test networks; set it to 0, or leave out ${real.join(', ')}`)
}
