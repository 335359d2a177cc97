import { useId } from 'react'
import { buttonClass } from '@/lib/site/ui/button-class'

type FileChoiceProps = {
  label: string
  isBusy: boolean
  onChoose: (file: File) => void
}

/** A button that opens the machine's dialog for one file. */
export function FileChoice({ label, isBusy, onChoose }: FileChoiceProps) {
  const id = useId()
  return (
    <label
      htmlFor={id}
      className={buttonClass(
        'plain',
        'cursor-pointer has-focus-visible:outline-3 has-focus-visible:outline-accent has-disabled:cursor-default',
      )}
    >
      {label}
      <input
        id={id}
        type="file"
        disabled={isBusy}
        className="sr-only"
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? []
          // Allows choosing the same file again, after it was changed.
          currentTarget.value = ''
          if (file) onChoose(file)
        }}
      />
    </label>
  )
}
