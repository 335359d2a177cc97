import { atWallet, ClientMessages } from '../_components/client-messages'
import { WalletSignInButton } from './sign-with-wallet'

export function WalletSignIn({ networks }: { networks: string[] }) {
  return (
    <ClientMessages of={atWallet}>
      <WalletSignInButton networks={networks} />
    </ClientMessages>
  )
}
