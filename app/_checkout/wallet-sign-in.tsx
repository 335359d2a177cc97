import { atWallet, ClientMessages } from '../_site/client-messages'
import { WalletSignInButton } from './wallet-sign-in-button'

export function WalletSignIn({ networks }: { networks: string[] }) {
  return (
    <ClientMessages of={atWallet}>
      <WalletSignInButton networks={networks} />
    </ClientMessages>
  )
}
