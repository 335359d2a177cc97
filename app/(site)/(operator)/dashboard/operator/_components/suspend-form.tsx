'use client'

import { Button } from '@/lib/ui/button'
import { CheckboxField } from '@/lib/ui/checkbox-field'
import { Notice } from '@/lib/ui/notice'
import { TextField } from '@/lib/ui/text-field'
import { FormOutcome } from '../../../../dashboard/_components/form-outcome'
import { useSentForm } from '../../../../dashboard/_components/use-sent-form'
import { changeSuspension } from '../_actions/operator-forms'
import type { ShopView } from '../_server/operator-reads'

type What = 'shop' | 'route' | 'listing'
type Words = { title: string; effect: string; suspend: string; suspended: string }

const words: Record<What, Words> = {
  shop: {
    title: 'The whole shop',
    effect: 'Sells nothing and is in no list. Those who bought keep what they have.',
    suspend: 'Suspend the shop',
    suspended: 'The shop is suspended',
  },
  route: {
    title: 'This route',
    effect: 'Is not sold and in no list. Those who bought keep what they have.',
    suspend: 'Suspend the route',
    suspended: 'The route is suspended',
  },
  listing: {
    title: 'Its listing',
    effect: 'Leaves the bazaar; the address sells on.',
    suspend: 'Suspend the listing',
    suspended: 'The listing is suspended',
  },
}

type SuspendFormProps = {
  what: What
  handle: string
  /** Of the route. */
  method?: string
  path?: string
  suspension: ShopView['suspension']
}

/** Suspends a shop, a route or a listing with a reason, or lifts that. */
export function SuspendForm({ what, suspension, ...named }: SuspendFormProps) {
  const { state, isSending, posted, formProps } = useSentForm(changeSuspension)
  const { title, effect, suspend, suspended } = words[what]
  const id = (name: string) => `${what}-${name}`
  return (
    <form {...formProps} className="grid max-w-measure content-start gap-4">
      <input type="hidden" name="what" value={what} />
      {Object.entries(named).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <h3 className="font-strong">{title}</h3>
      {suspension ? (
        <>
          <Notice tone="refused" title={suspended}>
            <p className="wrap-anywhere">{suspension.reason}</p>
            {suspension.isContentClosed && <p>Closed also to those who have paid.</p>}
          </Notice>
          <p>
            <Button type="submit" name="does" value="lift" isBusy={isSending}>
              Lift the suspension
            </Button>
          </p>
        </>
      ) : (
        <>
          <p className="text-quiet">{effect}</p>
          <TextField
            id={id('reason')}
            name="reason"
            label="Reason"
            hint="Its owner reads it."
            required
            maxLength={500}
            autoComplete="off"
            defaultValue={posted.reason?.[0]}
            error={state.fields.reason}
          />
          {what !== 'listing' && (
            <CheckboxField
              id={id('closed')}
              name="isContentClosed"
              value="yes"
              label="Close it also to those who have paid"
              defaultChecked={posted.isContentClosed !== undefined}
            />
          )}
          <p>
            <Button type="submit" name="does" value="suspend" variant="danger" isBusy={isSending}>
              {suspend}
            </Button>
          </p>
        </>
      )}
      <FormOutcome state={state} />
    </form>
  )
}
