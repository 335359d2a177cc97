import { z } from 'zod'
import { isAddress, isBurnAddress } from '@/lib/base/x402/addresses'
import type { Family } from '@/lib/base/x402/networks'
import { parseWalletName } from '@/lib/base/x402/wallet-name'
import { channelTerms } from './channel-env'
import {
  facilitatorCredential,
  facilitatorPlace,
  facilitatorsOf,
  furtherAsset,
  minimumDollars,
  minimumItem,
} from './facilitator-env'
import { logLevels } from './log-level'
import { mailSettings, mailVariables } from './mail-env'
import { networkVariables, readNetworks } from './network-variables'
import { type EnvSource, parseVariables } from './parse-variables'
import { refuseRealMoney } from './refuse-real-money'
import { avmKeys, evmKey, evmKeys, signerVariables, svmKeys, web3SignerSettings } from './signer-env'
import { siteSettings, siteVariables } from './site-env'
import { httpUrl, list, understood, url, wholeNumber } from './variable-shapes'

const isOrigin = (value: string) => new URL(value).pathname === '/' && !/[?#]/.test(value)
const origin = httpUrl
  .pipe(z.string().refine(isOrigin, 'must be an origin without a path'))
  .transform((value) => new URL(value).origin)
const databaseUrl = url(['postgres:', 'postgresql:'], 'a postgresql:// URL')
const logLevel = z.enum(logLevels, {
  message: 'must be trace, debug, info, warn, error or silent',
})
const EVM_ADDRESS_PATTERN = /^0x[0-9a-fA-F]{40}$/
const payee = (family: Family, what: string) =>
  z
    .string()
    .refine((address) => isAddress(family, address), `must be ${what}`)
    .refine((address) => !isBurnAddress(family, address), 'is an address that nobody has the key of')
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
  DEMO_ICONS_PORT: z
    .string()
    .regex(/^\d{1,5}$/, 'must be a port')
    .default('4022')
    .transform(Number),
  TURNPIKE_DEMO: z.enum(['0', '1'], { message: 'must be 0 or 1' }).default('0'),
  LOG_LEVEL: logLevel.default('info'),
  SHUTDOWN_DELAY_SECONDS: wholeNumber(0, 600, 0),
  SHUTDOWN_LIMIT_SECONDS: wholeNumber(1, 600, 60),
  OTEL_EXPORTER_OTLP_ENDPOINT: httpUrl.optional(),
  METRICS_TOKEN: z
    .string()
    .regex(/^[\x21-\x7e]{16,}$/, 'must be at least 16 characters without spaces; make one with: openssl rand -hex 32')
    .optional(),
  ...networkVariables,
  FACILITATOR_URLS: list(facilitatorPlace).default(''),
  FACILITATOR_CREDENTIALS: list(facilitatorCredential).default(''),
  FACILITATOR_ACCESS: z.enum(['open', 'keys'], { message: 'must be open or keys' }).optional(),
  FACILITATOR_ASSETS: list(furtherAsset).default(''),
  FACILITATOR_MINIMUM_AMOUNT: list(minimumItem).default(''),
  FACILITATOR_REQUESTS_PER_SECOND: wholeNumber(1, 999_999, 500),
  SCREENED_ADDRESSES_PATH: z.string().min(1).optional(),
  FACILITATOR_WALLET_FACTORIES: list(z.string().regex(EVM_ADDRESS_PATTERN, 'must be EVM addresses')).default(''),
  OPERATOR_WALLETS: list(operatorWallet).default(''),
  SELLER_SIGN_UP: z.enum(['open', 'operators'], { message: 'must be open or operators' }).optional(),
  PRIVATE_UPSTREAMS: list(
    z.string().regex(/^([a-z0-9.-]+|\[[0-9a-f:]+\]):\d{1,5}$/, 'must be a list of host:port'),
  ).default(''),
  PAYMENT_CHANNEL_LIMITS: channelTerms.default(''),
  STORED_BYTES_LIMIT: z
    .string()
    .regex(/^\d{1,15}$/, 'must be a whole number')
    .default('10000000000')
    .transform(Number),
  FACILITATOR_EVM_KEYS: evmKeys.default(''),
  FACILITATOR_SVM_KEYS: svmKeys.default(''),
  FACILITATOR_AVM_KEYS: avmKeys.default(''),
  X402_VERSION_1: z.enum(['on', 'off'], { message: 'must be on or off' }).default('on'),
  RECEIVER_AUTHORIZER_KEY: evmKey.optional(),
  RECEIVER_AUTHORIZER_PREVIOUS_KEYS: evmKeys.default(''),
  ...signerVariables,
  ...siteVariables,
  ...mailVariables,
  BAZAAR_IMPORTS: list(httpUrl).default(''),
  PAY_TO_EVM: payee('evm', 'an EVM address').optional(),
  PAY_TO_SVM: payee('svm', 'a Solana address').optional(),
  PAY_TO_AVM: payee('avm', 'an Algorand address').optional(),
}

export const serverVariableNames = Object.keys(serverVariables)

/** Who may open a shop: anyone, or only operators. */
export type SignUp = 'open' | 'operators'

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
  const payTo: { evm?: string; svm?: string; avm?: string } = {
    evm: env.PAY_TO_EVM,
    svm: env.PAY_TO_SVM,
    avm: env.PAY_TO_AVM,
  }
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
    shutdown: { delaySeconds: env.SHUTDOWN_DELAY_SECONDS, limitSeconds: env.SHUTDOWN_LIMIT_SECONDS },
    tracingEndpoint: env.OTEL_EXPORTER_OTLP_ENDPOINT,
    metricsToken: env.METRICS_TOKEN,
    ...networks,
    site: siteSettings(env, { isDemo, networks: Object.keys(networks.rpcUrls) }),
    facilitators: facilitatorsOf(env.FACILITATOR_URLS, env.FACILITATOR_CREDENTIALS),
    facilitatorAccess: {
      isOpen: (env.FACILITATOR_ACCESS ?? (isDemo ? 'open' : 'keys')) === 'open',
      requestsPerSecond: env.FACILITATOR_REQUESTS_PER_SECOND,
      minimum: minimumDollars(env.FACILITATOR_MINIMUM_AMOUNT, isDemo ? '$0' : '$0.001'),
    },
    facilitatorAssets: env.FACILITATOR_ASSETS,
    walletFactories: env.FACILITATOR_WALLET_FACTORIES,
    screenedAddressesPath: env.SCREENED_ADDRESSES_PATH,
    operatorWallets: env.OPERATOR_WALLETS,
    sellerSignUp: env.SELLER_SIGN_UP ?? (isDemo ? 'open' : 'operators'),
    privateUpstreams: env.PRIVATE_UPSTREAMS,
    channels: env.PAYMENT_CHANNEL_LIMITS,
    storedBytesLimit: env.STORED_BYTES_LIMIT,
    facilitatorKeys: { evm: env.FACILITATOR_EVM_KEYS, svm: env.FACILITATOR_SVM_KEYS, avm: env.FACILITATOR_AVM_KEYS },
    web3signer: web3SignerSettings(env, [
      ...[...env.FACILITATOR_EVM_KEYS, ...env.RECEIVER_AUTHORIZER_PREVIOUS_KEYS],
      env.RECEIVER_AUTHORIZER_KEY,
    ]),
    payTo,
    servesVersion1: env.X402_VERSION_1 === 'on',
    receiverAuthorizerKey: env.RECEIVER_AUTHORIZER_KEY,
    previousAuthorizerKeys: env.RECEIVER_AUTHORIZER_PREVIOUS_KEYS,
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
