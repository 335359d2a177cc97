ALTER TABLE gas_wallets ADD COLUMN sent_by uuid, ADD COLUMN sent_until timestamptz(3);

-- What a crash of the database loses here is handed over again.
CREATE UNLOGGED TABLE settlement_handovers (
  id uuid PRIMARY KEY,
  network text NOT NULL,
  wallet text NOT NULL,
  author uuid NOT NULL,
  sender uuid NOT NULL,
  work jsonb NOT NULL,
  answer jsonb,
  created_at timestamptz(3) NOT NULL DEFAULT now()
);

CREATE INDEX ON settlement_handovers (sender);
