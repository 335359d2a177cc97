-- Contract: one switch, each sale or the sales of a day, takes the place of a list of events.
ALTER TABLE mailboxes ADD COLUMN tells_each_sale boolean NOT NULL DEFAULT false;
UPDATE mailboxes SET tells_each_sale = 'payment.settled' = ANY (events);
ALTER TABLE mailboxes DROP COLUMN events, DROP COLUMN summed_until;
