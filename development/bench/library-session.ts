import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { createPayer } from '@/lib/client/create-payer'

const bought = ['/articles/turnpikes/full', '/articles/reserved/full', '/weather?city=Lisbon']

/** Buys a few things with a new wallet, signs in with it, and returns the session's cookie. */
export async function openLibrarySession(origin: string): Promise<string> {
  const evmKey = generatePrivateKey()
  const order = { network: 'eip155:84532', address: privateKeyToAddress(evmKey), amount: '1000000' }
  const funded = await fetch(`${origin}/devnet/faucet`, { method: 'POST', body: JSON.stringify(order) })
  if (!funded.ok) throw new Error(`The faucet answered ${funded.status}.`)
  const payer = await createPayer({ evmKey })
  for (const path of bought) {
    const answer = await payer.fetch(`${origin}${path}`)
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}.`)
  }
  const signedIn = await payer.fetch(`${origin}/api/session`, { method: 'POST', headers: { origin } })
  const cookie = signedIn.headers.get('set-cookie')?.split(';', 1)[0]
  if (cookie === undefined) throw new Error(`The sign-in answered ${signedIn.status} and set no cookie.`)
  return cookie
}
