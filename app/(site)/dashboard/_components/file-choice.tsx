import { useId } from 'react'
import { buttonClass } from '@/lib/site/ui/button-class'

type FileChoiceProps = {
  label: string
  onChoose: (files: File[]) => void
  isBusy?: boolean
  isLink?: boolean
  accept?: string
  multiple?: boolean
}

const FOCUSED = 'has-focus-visible:outline-3 has-focus-visible:outline-accent'
const LINK_CLASS = `inline-flex min-h-11 cursor-pointer items-center text-accent underline underline-offset-4 ${FOCUSED}`
const BUTTON_CLASS = buttonClass('plain', `cursor-pointer ${FOCUSED} has-disabled:cursor-default`)

export function FileChoice({ label, onChoose, isBusy = false, isLink = false, ...which }: FileChoiceProps) {
  const id = useId()
  return (
    <label htmlFor={id} className={isLink ? LINK_CLASS : BUTTON_CLASS}>
      {label}
      <input
        id={id}
        type="file"
        {...which}
        disabled={isBusy}
        className="sr-only"
        onChange={({ currentTarget }) => {
          const files = [...(currentTarget.files ?? [])]
          // Allows choosing the same file again, after it was changed.
          currentTarget.value = ''
          if (files.length > 0) onChoose(files)
        }}
      />
    </label>
  )
}
