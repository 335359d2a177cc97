-- Contract: the version before issues no invoices, so none of its writes can collide.
CREATE UNIQUE INDEX payments_invoice_key ON payments USING btree ((invoice ->> 'number')) WHERE (invoice IS NOT NULL);
