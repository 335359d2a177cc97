-- Expand: a payment's invoice stands beside it; its shop keeps what invoices say of it, and how many there are.
ALTER TABLE payments ADD COLUMN invoice JSONB;
ALTER TABLE sellers ADD COLUMN invoice_terms JSONB NOT NULL DEFAULT '{}', ADD COLUMN invoice_count INTEGER NOT NULL DEFAULT 0;
