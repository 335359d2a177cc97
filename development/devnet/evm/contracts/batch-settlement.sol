// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.24;

import {SafeERC20, IERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {Multicall} from "@openzeppelin/contracts/utils/Multicall.sol";
import {ReentrancyGuardTransient} from "@openzeppelin/contracts/utils/ReentrancyGuardTransient.sol";
import {ECDSA} from "@openzeppelin/contracts/utils/cryptography/ECDSA.sol";
import {SignatureChecker} from "@openzeppelin/contracts/utils/cryptography/SignatureChecker.sol";

/// Fetches a payer's money for a deposit and hands it to the caller.
interface DepositCollector {
    function collect(address payer, address token, uint128 amount, bytes32 channelId, bytes calldata collectorData)
        external;
}

/// Payment channels of the x402 scheme `batch-settlement`: a payer deposits once, signs one growing voucher per
/// request, and the receiver claims the newest voucher of many channels in one transaction.
/// Written from the scheme's specification and the interface that the x402 SDK publishes; the deployed contract's
/// bytecode is not used here. No constructor and no immutables: its code is written straight into the state.
contract BatchSettlement is Multicall, ReentrancyGuardTransient {
    using SafeERC20 for IERC20;

    struct ChannelConfig {
        address payer;
        address payerAuthorizer;
        address receiver;
        address receiverAuthorizer;
        address token;
        uint40 withdrawDelay;
        bytes32 salt;
    }

    struct Voucher {
        ChannelConfig channel;
        uint128 maxClaimableAmount;
    }

    struct VoucherClaim {
        Voucher voucher;
        bytes signature;
        uint128 totalClaimed;
    }

    /// `balance` is what was deposited less what went back; claims leave it as it is.
    struct Channel {
        uint128 balance;
        uint128 totalClaimed;
    }

    struct PendingWithdrawal {
        uint128 amount;
        uint40 initiatedAt;
    }

    struct Receiver {
        uint128 totalClaimed;
        uint128 totalSettled;
    }

    mapping(bytes32 channelId => Channel) public channels;
    mapping(bytes32 channelId => PendingWithdrawal) public pendingWithdrawals;
    mapping(address receiver => mapping(address token => Receiver)) public receivers;
    mapping(bytes32 channelId => uint256) public refundNonce;

    uint40 public constant MIN_WITHDRAW_DELAY = 15 minutes;
    uint40 public constant MAX_WITHDRAW_DELAY = 30 days;

    bytes32 public constant CHANNEL_CONFIG_TYPEHASH = keccak256(
        "ChannelConfig(address payer,address payerAuthorizer,address receiver,address receiverAuthorizer,address token,uint40 withdrawDelay,bytes32 salt)"
    );
    bytes32 public constant VOUCHER_TYPEHASH = keccak256("Voucher(bytes32 channelId,uint128 maxClaimableAmount)");
    bytes32 public constant REFUND_TYPEHASH = keccak256("Refund(bytes32 channelId,uint256 nonce,uint128 amount)");
    bytes32 public constant CLAIM_ENTRY_TYPEHASH =
        keccak256("ClaimEntry(bytes32 channelId,uint128 maxClaimableAmount,uint128 totalClaimed)");
    bytes32 public constant CLAIM_BATCH_TYPEHASH = keccak256(
        "ClaimBatch(ClaimEntry[] claims)ClaimEntry(bytes32 channelId,uint128 maxClaimableAmount,uint128 totalClaimed)"
    );

    error ClaimExceedsBalance();
    error ClaimExceedsVoucher();
    error DepositIncomplete();
    error EmptyBatch();
    error InvalidAmount();
    error InvalidChannel();
    error InvalidNonce();
    error InvalidSignature();
    error NotAuthorized();
    error WithdrawDelayOutOfRange();
    error WithdrawalNotReady();
    error WithdrawalPending();
    error WithdrawalUnknown();

    event ChannelCreated(bytes32 indexed channelId, ChannelConfig config);
    event ChannelClosed(bytes32 indexed channelId, ChannelConfig config);
    event Deposited(bytes32 indexed channelId, address indexed sender, uint128 amount, uint128 newBalance);
    event Claimed(bytes32 indexed channelId, address indexed sender, uint128 amount, uint128 newTotalClaimed);
    event Settled(address indexed receiver, address indexed token, address indexed sender, uint128 amount);
    event Refunded(bytes32 indexed channelId, address indexed sender, uint128 amount);
    event WithdrawInitiated(bytes32 indexed channelId, uint128 amount, uint40 readyAt);
    event WithdrawFinalized(bytes32 indexed channelId, address indexed sender, uint128 amount);

    // Deposits

    /// The collector is the caller's choice and is not trusted: what counts is what has arrived.
    function deposit(ChannelConfig calldata config, uint128 amount, address collector, bytes calldata collectorData)
        external
        nonReentrant
    {
        if (amount == 0) revert InvalidAmount();
        _requireUsable(config);
        bytes32 channelId = getChannelId(config);
        IERC20 token = IERC20(config.token);
        uint256 before = token.balanceOf(address(this));
        DepositCollector(collector).collect(config.payer, config.token, amount, channelId, collectorData);
        if (token.balanceOf(address(this)) != before + amount) revert DepositIncomplete();
        Channel storage channel = channels[channelId];
        if (channel.balance == 0 && channel.totalClaimed == 0) emit ChannelCreated(channelId, config);
        channel.balance += amount;
        emit Deposited(channelId, msg.sender, amount, channel.balance);
    }

    // Claims: only accounting, no money moves

    function claim(VoucherClaim[] calldata voucherClaims) external nonReentrant {
        for (uint256 i = 0; i < voucherClaims.length; i++) {
            ChannelConfig calldata config = voucherClaims[i].voucher.channel;
            if (msg.sender != config.receiver && msg.sender != config.receiverAuthorizer) revert NotAuthorized();
            _claim(voucherClaims[i]);
        }
    }

    /// Anyone may bring the claims that the receiver authorizer, one for all of them, has signed.
    function claimWithSignature(VoucherClaim[] calldata voucherClaims, bytes calldata authorizerSignature)
        external
        nonReentrant
    {
        if (voucherClaims.length == 0) revert EmptyBatch();
        address authorizer = voucherClaims[0].voucher.channel.receiverAuthorizer;
        _requireSignature(authorizer, getClaimBatchDigest(voucherClaims), authorizerSignature);
        for (uint256 i = 0; i < voucherClaims.length; i++) {
            if (voucherClaims[i].voucher.channel.receiverAuthorizer != authorizer) revert NotAuthorized();
            _claim(voucherClaims[i]);
        }
    }

    /// Sends a receiver all that was claimed for it and not yet sent.
    function settle(address receiver, address token) external nonReentrant {
        Receiver storage account = receivers[receiver][token];
        uint128 amount = account.totalClaimed - account.totalSettled;
        if (amount == 0) return;
        account.totalSettled = account.totalClaimed;
        IERC20(token).safeTransfer(receiver, amount);
        emit Settled(receiver, token, msg.sender, amount);
    }

    // What goes back to the payer

    /// Starts the delay after which the payer may take what is not claimed by then.
    function initiateWithdraw(ChannelConfig calldata config, uint128 amount) external nonReentrant {
        _requirePayer(config);
        bytes32 channelId = getChannelId(config);
        if (amount == 0 || amount > _unclaimed(channelId)) revert InvalidAmount();
        if (pendingWithdrawals[channelId].initiatedAt != 0) revert WithdrawalPending();
        pendingWithdrawals[channelId] = PendingWithdrawal(amount, uint40(block.timestamp));
        emit WithdrawInitiated(channelId, amount, uint40(block.timestamp) + config.withdrawDelay);
    }

    function finalizeWithdraw(ChannelConfig calldata config) external nonReentrant {
        _requirePayer(config);
        bytes32 channelId = getChannelId(config);
        PendingWithdrawal memory pending = pendingWithdrawals[channelId];
        if (pending.initiatedAt == 0) revert WithdrawalUnknown();
        if (block.timestamp < pending.initiatedAt + config.withdrawDelay) revert WithdrawalNotReady();
        delete pendingWithdrawals[channelId];
        uint128 amount = _giveBack(config, channelId, pending.amount);
        emit WithdrawFinalized(channelId, msg.sender, amount);
    }

    function refund(ChannelConfig calldata config, uint128 amount) external nonReentrant {
        if (msg.sender != config.receiver && msg.sender != config.receiverAuthorizer) revert NotAuthorized();
        _refund(config, getChannelId(config), amount);
    }

    function refundWithSignature(
        ChannelConfig calldata config,
        uint128 amount,
        uint256 nonce,
        bytes calldata receiverAuthorizerSignature
    ) external nonReentrant {
        bytes32 channelId = getChannelId(config);
        if (nonce != refundNonce[channelId]) revert InvalidNonce();
        bytes32 digest = getRefundDigest(channelId, nonce, amount);
        _requireSignature(config.receiverAuthorizer, digest, receiverAuthorizerSignature);
        _refund(config, channelId, amount);
    }

    // What is signed

    function DOMAIN_SEPARATOR() public view returns (bytes32) {
        return keccak256(
            abi.encode(
                keccak256("EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)"),
                keccak256("x402 Batch Settlement"),
                keccak256("1"),
                block.chainid,
                address(this)
            )
        );
    }

    function getChannelId(ChannelConfig calldata config) public view returns (bytes32) {
        return _digest(keccak256(abi.encode(CHANNEL_CONFIG_TYPEHASH, config)));
    }

    function getVoucherDigest(bytes32 channelId, uint128 maxClaimableAmount) public view returns (bytes32) {
        return _digest(keccak256(abi.encode(VOUCHER_TYPEHASH, channelId, maxClaimableAmount)));
    }

    function getRefundDigest(bytes32 channelId, uint256 nonce, uint128 amount) public view returns (bytes32) {
        return _digest(keccak256(abi.encode(REFUND_TYPEHASH, channelId, nonce, amount)));
    }

    function getClaimBatchDigest(VoucherClaim[] calldata voucherClaims) public view returns (bytes32) {
        bytes32[] memory entries = new bytes32[](voucherClaims.length);
        for (uint256 i = 0; i < voucherClaims.length; i++) {
            Voucher calldata voucher = voucherClaims[i].voucher;
            entries[i] = keccak256(
                abi.encode(
                    CLAIM_ENTRY_TYPEHASH,
                    getChannelId(voucher.channel),
                    voucher.maxClaimableAmount,
                    voucherClaims[i].totalClaimed
                )
            );
        }
        return _digest(keccak256(abi.encode(CLAIM_BATCH_TYPEHASH, keccak256(abi.encodePacked(entries)))));
    }

    // Inside

    /// A claim of what is claimed already changes nothing, so that one late entry does not fail a whole batch.
    function _claim(VoucherClaim calldata entry) private {
        ChannelConfig calldata config = entry.voucher.channel;
        bytes32 channelId = getChannelId(config);
        if (entry.totalClaimed > entry.voucher.maxClaimableAmount) revert ClaimExceedsVoucher();
        bytes32 digest = getVoucherDigest(channelId, entry.voucher.maxClaimableAmount);
        _requireVoucherSignature(config, digest, entry.signature);
        Channel storage channel = channels[channelId];
        if (entry.totalClaimed <= channel.totalClaimed) return;
        if (entry.totalClaimed > channel.balance) revert ClaimExceedsBalance();
        uint128 amount = entry.totalClaimed - channel.totalClaimed;
        channel.totalClaimed = entry.totalClaimed;
        receivers[config.receiver][config.token].totalClaimed += amount;
        emit Claimed(channelId, msg.sender, amount, entry.totalClaimed);
    }

    /// The nonce moves first, also when nothing is left to give back.
    function _refund(ChannelConfig calldata config, bytes32 channelId, uint128 wanted) private {
        if (wanted == 0) revert InvalidAmount();
        refundNonce[channelId]++;
        uint128 amount = _giveBack(config, channelId, wanted);
        if (amount == 0) return;
        PendingWithdrawal storage pending = pendingWithdrawals[channelId];
        if (amount >= pending.amount) delete pendingWithdrawals[channelId];
        else pending.amount -= amount;
        emit Refunded(channelId, msg.sender, amount);
    }

    function _giveBack(ChannelConfig calldata config, bytes32 channelId, uint128 wanted) private returns (uint128) {
        uint128 unclaimed = _unclaimed(channelId);
        uint128 amount = wanted < unclaimed ? wanted : unclaimed;
        if (amount == 0) return 0;
        Channel storage channel = channels[channelId];
        channel.balance -= amount;
        if (channel.balance == 0) emit ChannelClosed(channelId, config);
        IERC20(config.token).safeTransfer(config.payer, amount);
        return amount;
    }

    function _unclaimed(bytes32 channelId) private view returns (uint128) {
        return channels[channelId].balance - channels[channelId].totalClaimed;
    }

    function _requireUsable(ChannelConfig calldata config) private pure {
        bool isWhole = config.payer != address(0) && config.receiver != address(0)
            && config.receiverAuthorizer != address(0) && config.token != address(0);
        if (!isWhole) revert InvalidChannel();
        if (config.withdrawDelay < MIN_WITHDRAW_DELAY || config.withdrawDelay > MAX_WITHDRAW_DELAY) {
            revert WithdrawDelayOutOfRange();
        }
    }

    function _requirePayer(ChannelConfig calldata config) private view {
        bool isAuthorizer = config.payerAuthorizer != address(0) && msg.sender == config.payerAuthorizer;
        if (msg.sender != config.payer && !isAuthorizer) revert NotAuthorized();
    }

    /// The payer's authorizer signs as a plain key; without one, the payer itself does, which may be a contract.
    function _requireVoucherSignature(ChannelConfig calldata config, bytes32 digest, bytes calldata signature)
        private
        view
    {
        if (config.payerAuthorizer == address(0)) return _requireSignature(config.payer, digest, signature);
        (address signer, ECDSA.RecoverError failure,) = ECDSA.tryRecoverCalldata(digest, signature);
        if (failure != ECDSA.RecoverError.NoError || signer != config.payerAuthorizer) revert InvalidSignature();
    }

    function _requireSignature(address signer, bytes32 digest, bytes calldata signature) private view {
        if (!SignatureChecker.isValidSignatureNow(signer, digest, signature)) revert InvalidSignature();
    }

    function _digest(bytes32 structHash) private view returns (bytes32) {
        return keccak256(abi.encodePacked(hex"1901", DOMAIN_SEPARATOR(), structHash));
    }
}
