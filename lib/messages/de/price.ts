import type { Translation } from '../catalog'
import type { price as english } from '../en/price'

export const price: Translation<typeof english> = {
  free: 'Kostenlos',
  from: 'ab {amount}',
  upTo: 'bis zu {amount}',
  on: '{amount} auf {network}',
  upToOn: 'bis zu {amount} auf {network}',
  perCallOn: '{amount} je Aufruf auf {network}',
  units: '{amount} Einheiten',
  unitsOf: '{amount} Einheiten von {asset}',
  access: {
    once: 'Für diesen einen Aufruf',
    kept: 'Dauerhaft, mit der Wallet, die zahlt',
    lifetime: '{duration}, mit der Wallet, die zahlt',
  },
  duration: {
    day: '{count, plural, one {# Tag} other {# Tage}}',
    hour: '{count, plural, one {# Stunde} other {# Stunden}}',
    minute: '{count, plural, one {# Minute} other {# Minuten}}',
    second: '{count, plural, one {# Sekunde} other {# Sekunden}}',
  },
}
