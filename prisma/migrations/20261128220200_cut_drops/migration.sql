-- Contract: what was cut before the first release; nothing of it is read or written any more.
ALTER TABLE payments DROP COLUMN audience, DROP COLUMN given_to, DROP COLUMN pass_from;
DROP TABLE challenge_counts;
ALTER TABLE seller_keys DROP COLUMN account_id;
ALTER TABLE sellers DROP COLUMN is_two_person, DROP COLUMN quotas;
DROP TABLE shop_members;
DROP TABLE member_invitations;
DROP TABLE owner_proposals;
DROP TABLE seller_invitations;
DROP TYPE shop_role;
ALTER TABLE mailboxes DROP COLUMN events, DROP COLUMN summed_until;
DROP TABLE settlement_handovers;
ALTER TABLE gas_wallets DROP COLUMN sent_by, DROP COLUMN sent_until;
ALTER TABLE gas_uses DROP COLUMN is_new;
DROP TABLE IF EXISTS catalog_vectors;
DROP TABLE catalog_auditions;
DROP TYPE audition_state;
ALTER TABLE catalog_documents DROP COLUMN text_hash;
ALTER TABLE catalog_entries DROP COLUMN next_audition_at, DROP COLUMN audition_asked_at, DROP COLUMN audition_problem,
  DROP COLUMN offer_digest, DROP COLUMN look_outs, DROP COLUMN checks;
ALTER TABLE catalog_hosts DROP COLUMN is_any_path_paid, DROP COLUMN any_path_at;
