import { TextField } from '@/lib/ui/text-field'
import type { RouteView } from '../_server/seller-reads'
import type { FormReader } from './route-form'

type SignInFieldsProps = { handle: string; route: RouteView | null; reader: FormReader }

/** How wallets that have paid are asked to sign in. */
export function SignInFields({ handle, route, reader }: SignInFieldsProps) {
  const { entitlementSeconds: _period, ...stored } = route?.settings.signIn ?? {}
  const isUsed = Object.values(stored).some((value) => value !== undefined)
  return (
    <details open={isUsed || reader.error('signIn') !== undefined || undefined}>
      <summary className="min-h-11 cursor-pointer py-2">How wallets sign in</summary>
      <div className="grid gap-4 pt-2">
        <TextField
          id="sign-in-statement"
          name="signIn.statement"
          label="What the message says"
          hint="One line, without accents, such as: Open what you have bought."
          maxLength={200}
          defaultValue={reader.typed('signIn.statement', stored.statement)}
          error={reader.error('signIn.statement')}
        />
        <TextField
          id="sign-in-seconds"
          name="signIn.expirationSeconds"
          label="Seconds to sign it"
          hint="From 30 to 86400; 300 when left empty."
          isFigures
          inputMode="numeric"
          defaultValue={reader.typed('signIn.expirationSeconds', stored.expirationSeconds?.toString())}
          error={reader.error('signIn.expirationSeconds')}
        />
        <TextField
          id="sign-in-address"
          name="signIn.resourceUri"
          label="Address that purchases are kept under"
          hint={`In full, below /x/${handle}/. What names the same address is bought together. Left empty, it is the route’s own.`}
          isFigures
          inputMode="url"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={2048}
          defaultValue={reader.typed('signIn.resourceUri', stored.resourceUri)}
          error={reader.error('signIn.resourceUri')}
        />
        <TextField
          id="sign-in-domain"
          name="signIn.domain"
          label="Domain that wallets show"
          hint="This site’s own and no other; so it is when left empty."
          isFigures
          autoCapitalize="none"
          spellCheck={false}
          maxLength={255}
          defaultValue={reader.typed('signIn.domain', stored.domain)}
          error={reader.error('signIn.domain')}
        />
      </div>
    </details>
  )
}
