ALTER TABLE payments ADD COLUMN given_to text;
