import { CheckboxField } from '@/lib/ui/checkbox-field'
import type { RouteView } from '../_server/seller-reads'
import type { FormNetwork, FormReader } from './route-form'

type SmallCallsFieldProps = { networks: FormNetwork[]; route: RouteView | null; reader: FormReader }

/** Whether calls may be paid out of an amount that the buyer puts aside. Not shown where no network can do it. */
export function SmallCallsField({ networks, route, reader }: SmallCallsFieldProps) {
  const able = networks.filter(({ schemes }) => schemes.includes('batch-settlement')).map(({ name }) => name)
  const isStored = route?.settings.price?.manySmallCalls ?? false
  if (able.length === 0 && !isStored) return null
  const isTicked = reader.chosen('price.manySmallCalls', isStored ? ['yes'] : []).includes('yes')
  return (
    <fieldset className="grid gap-2 border border-rule p-4">
      <legend className="px-2 font-strong">Many small calls</legend>
      <CheckboxField
        id="many-small-calls"
        name="price.manySmallCalls"
        value="yes"
        defaultChecked={isTicked}
        label="Let buyers pay out of an amount that they put aside"
        error={reader.error('price.manySmallCalls')}
      />
      <div className="grid gap-2 text-small text-quiet">
        <p>
          A wallet puts an amount aside once, enough for a hundred calls or more. Each call is then one signature:
          nothing waits for the chain, and no call costs gas. What was used is paid to your address a little later, many
          calls in one transaction. The buyer can take the rest back at any time.
        </p>
        <p>
          It pays for prices below a cent or so, and for programs that call often. Buyers without such an amount pay
          each call as usual.
        </p>
        {able.length > 0 && <p>Possible on {able.join(', ')}. Other networks are paid as usual.</p>}
      </div>
    </fieldset>
  )
}
