'use client'

import { useActionState } from 'react'
import { Button } from '@/lib/ui/button'
import { claimOwnChannels } from '../_actions/claim-actions'
import { emptyForm } from '../_actions/form-state'
import { FormOutcome } from './form-outcome'

/** Claims at once, and says before what that does. */
export function ClaimForm() {
  const [state, send, isSending] = useActionState(claimOwnChannels, emptyForm)
  return (
    <form action={send} className="grid max-w-measure justify-items-start gap-3">
      <p id="claim-means">
        Claim now has all of it claimed in as few transactions as possible, and sent to the address that each channel
        names. The site pays the gas, so you can ask once in five minutes.
      </p>
      <Button type="submit" isBusy={isSending} aria-describedby="claim-means">
        Claim now
      </Button>
      <FormOutcome state={state} />
    </form>
  )
}
