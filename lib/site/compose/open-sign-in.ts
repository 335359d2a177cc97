import { systemClock } from '@/lib/base/infra/clock'
import type { ServerEnv } from '@/lib/base/infra/env'
import { createSignInContext, type SignInContext } from '@/lib/gate/sign-in/sign-in-context'
import type { Base } from './base'

type SignInNeeds = Pick<Base, 'chains' | 'database'> & {
  env: Pick<ServerEnv, 'secret' | 'previousSecrets' | 'rpcUrls'>
}

/** The process's shared sign-in; contract wallets are asked on all configured chains. */
export const openSignIn = ({ env, chains, database }: SignInNeeds): SignInContext =>
  createSignInContext({
    database,
    clock: systemClock,
    secret: env.secret,
    previousSecrets: env.previousSecrets,
    verifyMessageSignature: (signed) => chains.verifyMessageSignature(signed),
    isContractWalletVerified: Object.keys(env.rpcUrls).some((network) => network.startsWith('eip155:')),
  })
